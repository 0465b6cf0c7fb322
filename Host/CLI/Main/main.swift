import Glibc
import HostCLI

exit(Program.main(CommandLine.argc, CommandLine.unsafeArgv))
