import { Form, Link, useSearchParams } from 'react-router'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { getPipelineStatus } from '../../../store/pipeline/get-pipeline-status.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { lowPriority, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { DropTable } from '../../parts/drop-counts/drop-table.tsx'
import { ExceptionTable } from '../../parts/exception-list/exception-table.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { resolveRelativeRange } from '../../url/time-range.ts'
import type { Route } from './+types/lab.ts'
import { CaseTable } from './case-table.tsx'
import { BROWSER_CASES, SERVER_CASES } from './cases.ts'
import { NoiseButtons } from './noise-buttons.tsx'
import './lab.css'

const MAX_ROWS = 8

/** The cases work whether the database answers or not. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const range = resolveRelativeRange('1h', nowMs)
  const parts = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    exceptions: tryQuery(args, listExceptions, { range, limit: MAX_ROWS }, lowPriority),
    pipeline: tryQuery(args, getPipelineStatus, { range }, lowPriority),
  })
  return { nowMs, otherOrigin: args.context.get(settingsContext).lab.otherOrigin, ...parts }
}

export default function LabPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, otherOrigin, exceptions, pipeline } = loaderData
  const [params] = useSearchParams()
  const say = params.get('say') ?? ''
  return (
    <>
      <title>Lab · Errata</title>
      <div className="page-head">
        <h1>Lab</h1>
        <p className="muted fixed-time fixed-scope">
          Every button causes a real failure, <a href="#arrived">recorded below</a> like any other. Open loads the page,
          Navigate goes there within the app. <Link to="/lab/parts">Component gallery</Link>
        </p>
      </div>
      <Form method="get" className="filters of-lab" key={say}>
        <label>
          Error message
          <input type="text" name="say" defaultValue={say} placeholder="default message" maxLength={2_000} />
        </label>
        <button type="submit">Apply</button>
      </Form>

      <section aria-labelledby="server">
        <h2 id="server" className="visually-hidden">
          Server failures
        </h2>
        <CaseTable caption="Server failures" cases={SERVER_CASES} say={say} />
      </section>
      <section className="section" aria-labelledby="browser">
        <h2 id="browser" className="visually-hidden">
          Browser failures
        </h2>
        <CaseTable caption="Browser failures" cases={BROWSER_CASES} say={say} />
      </section>

      <section className="section" aria-labelledby="noise">
        <h2 id="noise">Noise</h2>
        <NoiseButtons otherOrigin={otherOrigin} />
      </section>

      <div className="section side-by-side">
        <section aria-labelledby="arrived">
          <div className="page-head">
            <h2 id="arrived">Exceptions of the last hour</h2>
            <Link to="">Refresh</Link>
          </div>
          <DeferredSection result={exceptions} name="What arrived">
            {rows =>
              rows.length === 0 ? (
                <EmptyState title="No exceptions yet" level={3}>
                  <p>Trigger one above. It takes a few seconds to arrive.</p>
                </EmptyState>
              ) : (
                <ExceptionTable exceptions={rows} nowMs={nowMs} caption="Exceptions in the last hour" brief />
              )
            }
          </DeferredSection>
        </section>
        <section aria-labelledby="dropped">
          <div className="page-head">
            <h2 id="dropped">Dropped by rule in the last hour</h2>
            <Link to="/status">Pipeline</Link>
          </div>
          <DeferredSection result={pipeline} name="What was dropped">
            {({ drops }) => <DropTable drops={drops} nowMs={nowMs} range="last hour" />}
          </DeferredSection>
          <p className="pager">
            By time received, as on Pipeline: seeded records count in the hour in which they arrive.
          </p>
        </section>
      </div>
    </>
  )
}
