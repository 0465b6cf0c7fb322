// swift-format-ignore-file
import ComponentKit; import Library
@testable @preconcurrency internal import ReaderFace

#if DEBUG
  import class Library.Book
#endif
@_spi(Inner) import my_tool
import
  `Library`
import func Library.open
