import { userInfo } from 'node:os'

/** The name of whoever runs the command, for changes where nobody signs in. */
export function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container, a user may have no name.
    return 'errata command'
  }
}
