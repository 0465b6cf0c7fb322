public import ComponentKit
import LibraryFace
