import { Form } from 'react-router'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { Refusal } from '../../ui/feedback/refusal.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { silencePath } from '../../url/alert-address.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/rule.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { changeRule } from './change-rule.server.ts'
import { DoneNotice } from './done-notice.tsx'
import { EventTable } from './event-table.tsx'
import { loadRule } from './load-rule.server.ts'
import { RuleForm } from './rule-form.tsx'
import { RulePreview } from './rule-preview.tsx'
import { RuleState } from './rule-table.tsx'

/** Answers 404 for a rule that never was; a deleted one has a page, from which it can be restored. */
export const loader = (args: Route.LoaderArgs) => loadRule(args)

/** Previews, saves, deletes or restores the rule. */
export const action = (args: Route.ActionArgs) => changeRule(args, decodePathSegment(args.params.rule))

const DONE = {
  created: 'The rule was created. It tells what happens from now on.',
  saved: 'The rule was saved. What fires now is told anew by the changed rule.',
  restored: 'The rule is as it was in this revision.',
}

export default function RulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, filters, id, name, kind, watches, isDeleted, state, found, action, completions, revisions } =
    loaderData
  const form = actionData?.form ?? loaderData.form
  const isAdmin = useIsAdmin()
  return (
    <div className="alerts-page">
      <title>{`${name} · Alerts · Errata`}</title>
      <div className="page-head">
        <h1 className="break">{name}</h1>
        <p>
          {state && <RuleState state={state.state} />} <span className="muted">{state?.why}</span>
        </p>
        <AlertsNavigation />
      </div>
      <p className="break">
        {watches}. <span className="muted">{kind}</span> ·{' '}
        <ScopedLink to={silencePath({ rule: id })}>Silence</ScopedLink>
      </p>
      <DoneNotice texts={DONE} />
      {isDeleted && <Deleted revision={revisions.find(({ isRule }) => isRule)?.id} action={action} />}
      <Refusal why={actionData?.refused} />
      <DeferredSection result={found} name="What it found" holds="chart">
        {({ chart, events, more }) => (
          <>
            {chart !== undefined && (
              <div className="panel padded section">
                <TimeSeries
                  title="What it found"
                  caption="The value that came closest to firing, or went furthest beyond. Shaded: it fired."
                  chart={chart}
                  legend={chart.shaded && <li className="key fired">fired</li>}
                />
              </div>
            )}
            <section className="section" aria-labelledby="events">
              <h2 id="events">Events, {describeTimeRange(filters).toLowerCase()}</h2>
              {events.length === 0 ? (
                <p className="muted">It did not fire.</p>
              ) : (
                <EventTable caption="Events" events={events} nowMs={nowMs} hasRule={false} />
              )}
              {more > 0 && <p className="muted small">And {more} older ones: choose a shorter time range.</p>}
            </section>
          </>
        )}
      </DeferredSection>
      <div className="side-by-side section">
        {form !== undefined && !isDeleted && (
          <section aria-labelledby="change">
            <h2 id="change">Change</h2>
            <RuleForm
              key={actionData === undefined ? revisions[0]?.id : 'sent'}
              form={form}
              completions={completions}
              action={action}
              isKnown
              isPreviewed={actionData?.preview !== undefined}
            />
            {isAdmin && (
              <Form method="post" action={action} className="button-row section">
                <button type="submit" name="do" value="delete">
                  Delete rule
                </button>
                <span className="muted small">It can be restored.</span>
              </Form>
            )}
          </section>
        )}
        <div>
          {actionData?.preview !== undefined && <RulePreview preview={actionData.preview} nowMs={nowMs} />}
          <section aria-labelledby="revisions" className={actionData?.preview === undefined ? undefined : 'section'}>
            <h2 id="revisions">Revisions</h2>
            <ol className="activity">
              {revisions.map(revision => (
                <li key={revision.id}>
                  {revision.text}{' '}
                  <span className="muted small">
                    {revision.who}, <Timestamp atNs={revision.atNs} nowMs={nowMs} />
                    {revision.isCurrent && ', in force'}
                  </span>
                  {isAdmin && revision.isRule && !revision.isCurrent && (
                    <Restore revision={revision.id} action={action} label="Restore" />
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </div>
  )
}

function Deleted({ revision, action }: { readonly revision: string | undefined; readonly action: string }) {
  const isAdmin = useIsAdmin()
  return (
    <div role="status" className="notice warn-notice button-row">
      <span>This rule was deleted: nothing is evaluated or told.</span>
      {isAdmin && revision !== undefined && <Restore revision={revision} action={action} label="Undo" keys="u" />}
    </div>
  )
}

interface RestoreProps {
  readonly revision: string
  readonly action: string
  readonly label: string
  readonly keys?: string
}

function Restore({ revision, action, label, keys }: RestoreProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="revision" value={revision} />
      <button type="submit" name="do" value="restore" aria-keyshortcuts={keys}>
        {label}
      </button>
    </Form>
  )
}
