/// What a channel's spare threads do.
enum Job {
  case serve(Message)
  case hear(OpenCall)
  case cancel(Message)
}
