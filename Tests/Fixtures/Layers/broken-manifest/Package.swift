// swift-tools-version: 6.2
// No manifest at all.

let package = nothing
