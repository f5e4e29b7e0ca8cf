//! The allocator of the process. Terms, models and states are many and small; the system's takes twice as long for them.

#![allow(unsafe_code)] // An allocator can only be written this way; nothing outside this file needs it.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

use crate::limits::{OUT_OF_MEMORY, leave};

/// Ends the process with a message where there is no memory.
pub struct Allocator;

fn given(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        leave(3, OUT_OF_MEMORY);
    }
    block
}

// Safety: every call goes to an allocator that keeps the rules of the trait.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        given(unsafe { MiMalloc.realloc(block, layout, size) })
    }
}
