import { pluralize } from '../../format/count.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { CHANNELS_PATH, NEW_RULE_PATH } from '../../url/alert-address.ts'
import type { Route } from './+types/alerts.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { changeSilences } from './change-silences.server.ts'
import { DoneNotice } from './done-notice.tsx'
import { EventTable } from './event-table.tsx'
import { loadAlerts } from './load-alerts.server.ts'
import { RuleTable } from './rule-table.tsx'
import { Silences } from './silences.tsx'

/** Answers 400 without a query for an invalid scope; for failures of the database see `query`. */
export const loader = (args: Route.LoaderArgs) => loadAlerts(args)

/** Makes and ends silences. */
export const action = (args: Route.ActionArgs) => changeSilences(args)

const DONE = {
  silenced: 'Silenced. It ends by itself.',
  ended: 'The silence has ended.',
  deleted: 'The rule was deleted. Its page has its history, and restores it.',
}

export default function AlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, filters, lasting, oneOff, rules, history, hasChannels, late, silences, newSilence } = loaderData
  const isAdmin = useIsAdmin()
  return (
    <div className="alerts-page">
      <title>{`${lasting.length > 0 ? `(${lasting.length}) ` : ''}Alerts · Errata`}</title>
      <div className="page-head">
        <h1>Alerts</h1>
        <AlertsNavigation />
      </div>
      <DoneNotice texts={DONE} />
      {!hasChannels && (
        <div className="notice warn-notice button-row">
          <span>
            {rules.length > 0 && `${pluralize(rules.length, 'rule')} ${rules.length === 1 ? 'watches' : 'watch'}: `}
            <strong>nobody is told</strong> until there is a channel.
          </span>
          {isAdmin && (
            <ScopedLink to={CHANNELS_PATH} className="button primary">
              Add a channel
            </ScopedLink>
          )}
        </div>
      )}
      {late !== '' && <p className="notice bad-notice">{late}</p>}
      <section aria-labelledby="firing">
        <h2 id="firing">{lasting.length === 0 ? 'Nothing fires now' : `Firing now: ${lasting.length}`}</h2>
        {lasting.length > 0 && (
          <EventTable caption="Firing now" events={lasting} nowMs={nowMs} hasType={false} canSilence />
        )}
      </section>
      {oneOff.length > 0 && (
        <section className="section" aria-labelledby="issues-told">
          <h2 id="issues-told">Issues, last 24 hours</h2>
          <EventTable caption="Issues, last 24 hours" events={oneOff} nowMs={nowMs} hasType={false} canSilence />
        </section>
      )}
      <section className="section" aria-labelledby="rules">
        <div className="button-row section-head">
          <h2 id="rules">Rules</h2>
          {isAdmin && (
            <ScopedLink to={NEW_RULE_PATH} className="button">
              New rule
            </ScopedLink>
          )}
        </div>
        {rules.length === 0 ? (
          <EmptyState title="No rules" level={3}>
            <p>Nothing is watched. Create a rule to be told when something breaks.</p>
          </EmptyState>
        ) : (
          <RuleTable rules={rules} nowMs={nowMs} />
        )}
      </section>
      <Silences {...{ silences, newSilence, nowMs }} refused={actionData} />
      <section className="section" aria-labelledby="history">
        <h2 id="history">History, {describeTimeRange(filters).toLowerCase()}</h2>
        <DeferredSection result={history} name="History" holds="table">
          {({ rows, more, isCut }) =>
            rows.length === 0 ? (
              <p className="muted">Nothing fired in this time range{isCut && ' as far as it was read'}.</p>
            ) : (
              <>
                <EventTable caption="History" events={rows} nowMs={nowMs} />
                {(more > 0 || isCut) && (
                  <p className="muted small">
                    {isCut ? 'Only the newest events were read' : `And ${more} older ones`}: choose a shorter time
                    range.
                  </p>
                )}
              </>
            )
          }
        </DeferredSection>
      </section>
    </div>
  )
}
