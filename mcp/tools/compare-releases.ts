import { suggestCall } from '../answer/call.ts'
import { plural } from '../answer/plural.ts'
import { fromPeople, fromSender } from '../answer/sources.ts'
import { issueHandle } from '../names/handles.ts'
import { readAddress } from '../names/read-address.ts'
import { defineTool, name, reference } from './tool.ts'

const MAX_DEPLOYS = 5

export const compareReleases = defineTool({
  name: 'compare_releases',
  title: 'Compare releases',
  description:
    'Compares a release of a service with an earlier one: what is worse or better than chance explains, new, regressed and gone issues, failed requests, sessions without a crash.',
  input: {
    release: reference.describe('service.version, or an address of its page.'),
    service: name.optional(),
    before: name.optional().describe('The release to compare it with; the last good one without it.'),
    environment: name.optional(),
  },
  async run(desk, { release: typed, service, before, environment }) {
    const address = readAddress(typed)
    const release = address.kind === 'release' ? address.id : typed
    const found = await desk.ask('compareRelease', {
      release,
      service: service ?? address.service,
      than: before,
      env: environment,
    })
    return {
      next: found.issues
        .filter(({ change }) => change === 'new' || change === 'back')
        .slice(0, 2)
        .map(({ issue }) => suggestCall('get_issue', { issue: issueHandle(issue) })),
      write({ rows, text }, leaveOut) {
        const maxChars = Math.min(text, 300)
        const shown = found.issues.slice(0, rows)
        return {
          from_desk: {
            verdict: found.verdict,
            first_seen: found.first_seen,
            last_seen: found.last_seen,
            failed_requests: share(found.failed_requests),
            failed_requests_before: share(found.failed_requests_before),
            sessions_without_a_crash: share(found.crash_free_sessions),
            sessions_without_a_crash_before: share(found.crash_free_sessions_before),
            new_issues: found.new_issues,
            regressed_issues: found.regressed_issues,
          },
          // Releases and what is named in sentences are of senders; of which kind, a comparison does not tell.
          ...fromSender(
            true,
            {
              release: found.release,
              verdict: found.verdict_text,
              worse: found.worse.slice(0, rows),
              better: found.better.slice(0, rows),
              services: found.services
                .slice(0, rows)
                .map(of => ({ service: of.service, release: of.release, previous: of.previous })),
            },
            maxChars,
          ),
          // Programs and people with a token tell of them.
          ...fromPeople(
            {
              deploys: found.deploys
                .slice(0, Math.min(rows, MAX_DEPLOYS))
                .map(({ time, environment, revision, url, by }) => ({ time, environment, revision, url, by })),
            },
            maxChars,
          ),
          issues: shown.map(issue => ({
            from_desk: {
              issue: issueHandle(issue.issue),
              change: issue.change,
              exceptions: issue.exceptions,
              exceptions_before: issue.exceptions_before,
            },
            ...fromSender(true, { type: issue.type, message: issue.message, service: issue.service }, maxChars),
          })),
          ...(shown.length < found.issues.length &&
            leaveOut(
              plural(found.issues.length - shown.length, 'issue'),
              'compare_releases with max_characters=40000, or find_issues with this release',
            )),
        }
      },
    }
  },
})

const share = ({ part, whole }: { readonly part: number; readonly whole: number }) => `${part} of ${whole}`
