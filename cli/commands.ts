import { assign, comment, mute, reopen, resolve, unmute } from './commands/actions.ts'
import { alerts } from './commands/alerts.ts'
import { deploy } from './commands/deploy.ts'
import { exception } from './commands/exceptions.ts'
import { exports } from './commands/export.ts'
import { issue, issues } from './commands/issues.ts'
import { logs } from './commands/logs.ts'
import { lookup } from './commands/lookup.ts'
import { mcp } from './commands/mcp.ts'
import { releaseCompare } from './commands/releases.ts'
import { silence, silenceEnd, silenceList } from './commands/silences.ts'
import { spans } from './commands/spans.ts'
import { trace } from './commands/traces.ts'
import type { Command } from './define/define-command.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...[issues, issue, exception, trace, spans, logs, lookup, alerts],
  ...[releaseCompare, deploy],
  ...[resolve, reopen, assign, mute, unmute, comment],
  ...[silence, silenceList, silenceEnd],
  ...exports,
  mcp,
]
