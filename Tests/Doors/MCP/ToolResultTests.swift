import ComponentHost
import ComponentKit
import Testing

@testable import ComponentDoors

@Suite struct ToolResultTests {
  @Test(arguments: [nil, "image/png"]) func `bytes are a resource of the type that their action declares`(type: String?)
  {
    let result = ToolResult(
      revision: .latestAgreed, name: ToolName(target: "Shop", action: "photo"), type: type.flatMap(MediaType.init))
    let resource: Value = [
      "uri": "app://Shop/photo", "mimeType": .text(type ?? "application/octet-stream"), "blob": .bytes([1]),
    ]
    #expect(result.fields(of: .success(.bytes([1]))) == ["content": [["type": "resource", "resource": resource]]])
    #expect(result.fields(of: .success("a")) == ["content": [["type": "text", "text": "a"]]])
  }
}
