import Glibc
import HostCLI
import HostStart

host_started()
exit(Program.main(CommandLine.argc, CommandLine.unsafeArgv))
