import { compareReleases } from './compare-releases.ts'
import { findIssues } from './find-issues.ts'
import { findLogs } from './find-logs.ts'
import { getException } from './get-exception.ts'
import { getIssue } from './get-issue.ts'
import { getSteps } from './get-steps.ts'
import { getTrace } from './get-trace.ts'
import { lookUp } from './look-up.ts'
import { sayOfIssue } from './say-of-issue.ts'
import type { Tool } from './tool.ts'

/** All tools, in the order in which a client lists them. */
export const TOOLS: readonly Tool[] = [
  ...[lookUp, findIssues, getIssue, getException, getSteps, getTrace, findLogs, compareReleases],
  sayOfIssue,
]
