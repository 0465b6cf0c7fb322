import Glibc
import HostCLI
import HostStart

host_started()
exit(Program.main(host_argument_count(), host_argument_values()))
