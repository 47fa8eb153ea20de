import type { Judges } from '../judge.ts'
import { judgeCounts } from './count.ts'
import { judgeCrashes } from './crash-free-sessions.ts'
import { judgeDisk } from './disk.ts'
import { judgeDropRules } from './drop-rule.ts'
import { judgeErrorRates } from './error-rate.ts'
import { judgeIssues } from './issue.ts'
import { judgeMissedJobs } from './job-missed.ts'
import { judgeP95 } from './p95.ts'
import { judgePipeline } from './pipeline.ts'
import { judgeStoppedRequests } from './requests-stopped.ts'
import { judgeSearches } from './search.ts'

export const JUDGES: Judges = {
  issue: judgeIssues,
  count: judgeCounts,
  'requests stopped': judgeStoppedRequests,
  'job missed': judgeMissedJobs,
  'error rate': judgeErrorRates,
  p95: judgeP95,
  'crash-free sessions': judgeCrashes,
  'drop rule': judgeDropRules,
  pipeline: judgePipeline,
  disk: judgeDisk,
  search: judgeSearches,
}
