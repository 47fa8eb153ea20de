import { z } from 'zod'
import { listReleases, type Release } from '../../../store/releases/list-releases.ts'
import type { ShareOfTotal } from '../../insights/change.ts'
import { queryRelease } from '../../parts/release-comparison/query-releases.server.ts'
import { describeVerdict, summarizeRelease } from '../../parts/release-comparison/summarize-release.ts'
import { releasePath } from '../../url/page-paths.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { defineOperation } from '../define/operation.ts'
import { nameInPath, scopeOf, scopeShape } from '../define/parameters.ts'
import { Problem } from '../define/problem.ts'
import { count, page, time, writeTime } from '../define/values.ts'
import { deploy, writeDeploy } from './deploys.server.ts'

const tag = 'Releases'

const release = z
  .object({
    service: z.string(),
    release: z.string(),
    page,
    first_seen: time,
    last_seen: time,
    began: time.meta({ description: 'When it was deployed, if somebody told it, or first seen, if that was before.' }),
    previous: z.string().meta({ description: 'The release of the service before it; empty for the first.' }),
  })
  .meta({ id: 'Release' })

const writeRelease = (of: Release): z.input<typeof release> => ({
  service: of.service,
  release: of.release,
  page: releasePath(of.release),
  first_seen: writeTime(of.firstSeenNs),
  last_seen: writeTime(of.lastSeenNs),
  began: writeTime(of.beganNs),
  previous: of.previous,
})

const MAX_RELEASES = 1_000
const { env, service, own } = scopeShape

export const listReleasesOperation = defineOperation({
  ...{ id: 'listReleases', method: 'GET', path: '/releases', permission: 'viewer', tag },
  summary: 'Lists the releases of services, newest first',
  description: `At most ${MAX_RELEASES}, as far back as digests are kept.`,
  params: z.object({}),
  query: z.strictObject({ env, service, own }),
  answer: z
    .object({ releases: z.array(release), is_complete: z.boolean().meta({ description: 'False if there are more.' }) })
    .meta({ id: 'Releases' }),
  async run(asked, { query }) {
    const { environment, service, hidden } = scopeOf(asked, { ...query, release: '' })
    const found = await asked.ask(listReleases, { environment, service, hidden, limit: MAX_RELEASES })
    return { releases: found.map(writeRelease), is_complete: found.length < MAX_RELEASES }
  },
})

const share = z.object({ part: count, whole: count }).meta({ id: 'Share' })
const writeShare = ({ part, whole }: ShareOfTotal) => ({ part, whole })

export const compareReleaseOperation = defineOperation({
  ...{ id: 'compareRelease', method: 'GET', path: '/releases/{release}', permission: 'viewer', tag },
  summary: 'Compares a release with an earlier one',
  description:
    'As its page does: with the last good one before it, unless `than` names another. Only what chance does not explain is worse or better.',
  params: z.object({ release: nameInPath('`service.version`, escaped as in `page`.') }),
  query: z.strictObject({
    ...{ env, service },
    than: z.string().max(1_024).default('').meta({ description: 'The release to compare it with.' }),
  }),
  answer: z
    .object({
      release: z.string(),
      page,
      first_seen: time,
      last_seen: time,
      deploys: z.array(deploy).meta({ description: 'Those that somebody told of, newest first, at most 100.' }),
      services: z.array(release).meta({ description: '`previous` is the release that it is compared with.' }),
      verdict: z.string().meta({ description: 'worse, slower, better, same or unknown; more may come.' }),
      verdict_text: z.string(),
      worse: z.array(z.string()).meta({ description: 'What is worse, each a few words.' }),
      better: z.array(z.string()),
      failed_requests: share,
      failed_requests_before: share,
      crash_free_sessions: share,
      crash_free_sessions_before: share,
      new_issues: count,
      regressed_issues: count,
      issues: z
        .array(
          z.object({
            issue: z.string(),
            service: z.string(),
            change: z.string().meta({ description: 'new, back, gone or still; more may come.' }),
            type: z.string(),
            message: z.string(),
            exceptions: count,
            exceptions_before: count,
          }),
        )
        .meta({ description: 'At most 20 of each change.' }),
    })
    .meta({ id: 'ComparedRelease' }),
  async run(asked, { params, query: { env: environment, service, than } }) {
    const nowMs = floorToInterval(asked.nowMs)
    const found = await asked.ask(queryRelease, { nowMs, release: params.release, than, service, environment })
    if (found === undefined) {
      throw new Problem(
        'not-found',
        `No selected service reported this release${than && ` after ${than}`} within the retention time.`,
      )
    }
    const { deploy: compared, deploysTold, issues, durations } = found
    const { worse, better } = summarizeRelease(compared, issues, durations)
    const { verdict, text } = describeVerdict(compared)
    return {
      release: compared.release,
      page: releasePath(compared.release),
      first_seen: writeTime(compared.firstSeenNs),
      last_seen: writeTime(compared.lastSeenNs),
      deploys: deploysTold.map(writeDeploy),
      services: compared.byService.map(writeRelease),
      verdict,
      verdict_text: text,
      worse: [...worse],
      better: [...better],
      failed_requests: writeShare(compared.failed),
      failed_requests_before: writeShare(compared.failedBefore),
      crash_free_sessions: writeShare(compared.crashFree),
      crash_free_sessions_before: writeShare(compared.crashFreeBefore),
      new_issues: compared.newIssues,
      regressed_issues: compared.regressed,
      issues: issues.map(of => ({
        issue: of.issue,
        service: of.service,
        change: of.change,
        type: of.type,
        message: of.message,
        exceptions: of.exceptions,
        exceptions_before: of.exceptionsBefore,
      })),
    }
  },
})
