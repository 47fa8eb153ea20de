import type { Operation } from './define/operation.ts'
import {
  endSilenceOperation,
  listEventsOperation,
  listFiringOperation,
  listRulesOperation,
  listSilencesOperation,
  makeSilenceOperation,
} from './resources/alerts.server.ts'
import { listDeploysOperation, recordDeployOperation } from './resources/deploys.server.ts'
import { getExceptionContextOperation } from './resources/exception-context.server.ts'
import { getExceptionOperation, listExceptionsOperation } from './resources/exceptions.server.ts'
import {
  actOnIssueOperation,
  actOnIssuesOperation,
  getIssueOperation,
  listIssuesOperation,
} from './resources/issues.server.ts'
import { getLogOperation, listLogsOperation } from './resources/logs.server.ts'
import { lookUpOperation } from './resources/look-up.server.ts'
import { getStatusOperation, listDropsOperation } from './resources/pipeline.server.ts'
import { compareReleaseOperation, listReleasesOperation } from './resources/releases.server.ts'
import { listCallsOperation, listOperationsOperation, listServicesOperation } from './resources/services.server.ts'
import { getSessionOperation, listSessionEventsOperation, listSessionsOperation } from './resources/sessions.server.ts'
import { groupSpansOperation, listSpansOperation } from './resources/spans.server.ts'
import {
  getSpanOperation,
  getTraceFileOperation,
  getTraceOperation,
  listTracesOperation,
} from './resources/traces.server.ts'

/** All operations of the API, each with who may use it. Of two whose paths fit, the first is used. */
export const OPERATIONS = [
  ...[listIssuesOperation, getIssueOperation, actOnIssueOperation, actOnIssuesOperation],
  ...[listExceptionsOperation, getExceptionOperation, getExceptionContextOperation],
  ...[listTracesOperation, getTraceOperation, getSpanOperation, getTraceFileOperation],
  ...[listSpansOperation, groupSpansOperation],
  ...[listLogsOperation, getLogOperation],
  ...[listServicesOperation, listOperationsOperation, listCallsOperation],
  ...[listSessionsOperation, getSessionOperation, listSessionEventsOperation],
  ...[listReleasesOperation, compareReleaseOperation, listDeploysOperation, recordDeployOperation],
  lookUpOperation,
  ...[listDropsOperation, getStatusOperation],
  ...[listRulesOperation, listEventsOperation, listFiringOperation],
  ...[listSilencesOperation, makeSilenceOperation, endSilenceOperation],
] as const satisfies readonly Operation[]
