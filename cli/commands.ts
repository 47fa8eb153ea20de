import { issue, issues } from './commands/issues.ts'
import { mcp } from './commands/mcp.ts'
import type { Command } from './define/define-command.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [issues, issue, mcp]
