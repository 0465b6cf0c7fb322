import ComponentHost
import ComponentWorkers
import Glibc
import HostCLI
import HostStart

host_started()
Host.beComponentWorkerIfStarted()
exit(Program.main(host_argument_count(), host_argument_values()))
