import Glibc

// As long as the channel carries no descriptors, a worker opens what its host has open, by the number there.
nonisolated(unsafe) var passedNumber: Int32 = -1

extension Message {
  func takeDescriptor() -> Int32? {
    let number = open("/proc/\(getppid())/fd/\(passedNumber)", O_RDONLY | O_CLOEXEC)
    return number < 0 ? nil : number
  }
}
