import { Form, useSearchParams } from 'react-router'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { describeRule } from '../../alerts/describe-rule.ts'
import { explainNotTold } from '../../alerts/preview/explain.server.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { loadPageHeader } from '../../data/header.ts'
import { lowPriority, query } from '../../data/query.ts'
import { formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { timeZone, zoneAt } from '../../format/time-zone.ts'
import { FilterTextField } from '../../ui/controls/field.tsx'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { alertRulePath, WHY_PARAMS, whyPath } from '../../url/alert-address.ts'
import { readFilters } from '../../url/codec.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { scopeCodecs, scopeParams } from '../../url/scope.ts'
import { nameCodec } from '../../url/text-codecs.ts'
import type { Route } from './+types/why.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { minuteCodec } from './minute-codec.ts'

const codecs = { issue: nameCodec(WHY_PARAMS.issue), service: scopeCodecs.service, atMs: minuteCodec(WHY_PARAMS.at) }

/** For an issue or a service and a minute, what each rule found, and why nobody was told. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors } = readFilters(codecs, args.url.searchParams)
  const alerts = args.context.get(alertsContext)
  const { issue, service } = filters
  const atMs = Math.min(filters.atMs ?? nowMs - MINUTE_MS, nowMs)
  const isAsked = filterErrors.length === 0 && (issue !== '' || service !== '')
  const [{ rules }, { services }] = await Promise.all([
    query(args, () => alerts.log.read(), {}),
    loadPageHeader(args, nowMs),
  ])
  const asked = { issue, service, atMs, rules, ...alerts.judgeSettings() }
  const reasons = isAsked ? await query(args, explainNotTold, asked, lowPriority) : []
  const watching = reasons.filter(({ outcome }) => outcome !== 'not watched')
  const others = reasons.filter(({ outcome }) => outcome === 'not watched')
  return {
    issue,
    service,
    services,
    filterErrors,
    isAsked,
    atNs: nsOfMs(Math.floor(atMs / MINUTE_MS) * MINUTE_MS),
    atText: minuteText(atMs),
    reasons: [...watching, ...others].map(({ rule, outcome, why, isRecorded }) => ({
      ...{ id: rule.id, name: rule.name, watches: describeRule(rule), outcome, why, isRecorded },
      isKnown: rules.some(of => of.id === rule.id),
    })),
  }
}

/** `2026-11-29 03:10`, in the reader's zone. */
const minuteText = (ms: number) => formatTimestamp(nsOfMs(ms)).slice(0, 16)

export default function WhyPage({ loaderData }: Route.ComponentProps) {
  const { issue, service, services, filterErrors, isAsked, atNs, atText, reasons } = loaderData
  const [params] = useSearchParams()
  const scope = new URLSearchParams([...scopeParams(params)].filter(([name]) => name !== scopeCodecs.service.param))
  return (
    <div className="alerts-page">
      <title>Why was nobody told? · Alerts · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Why was nobody told?</h1>
        <AlertsNavigation />
      </div>
      <Form method="get" action={whyPath({})} className="panel padded filters why-form" key={params.toString()}>
        <HiddenParams params={scope} />
        <FilterTextField
          label="Issue"
          param={WHY_PARAMS.issue}
          value={issue}
          filterErrors={filterErrors}
          maxLength={64}
          spellCheck={false}
          placeholder="its id"
        />
        <FilterTextField
          label="Service"
          param={scopeCodecs.service.param}
          value={service}
          filterErrors={filterErrors}
          maxLength={300}
          list="services-asked"
          autoComplete="off"
        />
        <FilterTextField
          label={`Minute (${timeZone()})`}
          param={WHY_PARAMS.at}
          value={atText}
          filterErrors={filterErrors}
          maxLength={40}
          autoComplete="off"
        />
        <datalist id="services-asked">
          {services.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" className="primary">
          Explain
        </button>
      </Form>
      {isAsked ? (
        <section className="section" aria-labelledby="reasons">
          <h2 id="reasons" className="break">
            {issue !== '' && (
              <>
                <ScopedLink to={issuePath(issue)}>Issue {issue.slice(0, 8)}</ScopedLink>
                {service !== '' && ', '}
              </>
            )}
            {service} at <time dateTime={isoTimestamp(atNs)}>{`${atText} ${zoneAt(atNs)}`}</time>
          </h2>
          <div className="panel">
            <DataTable labelledBy="reasons" className="wraps" rows={reasons} keyOf={({ id }) => id} columns={COLUMNS} />
          </div>
        </section>
      ) : (
        <p className="muted section">
          Name an issue or a service, and a minute: each rule says what it found then, also rules that did not exist
          yet.
        </p>
      )}
    </div>
  )
}

type Reason = Route.ComponentProps['loaderData']['reasons'][number]

const OUTCOMES: Readonly<Record<Reason['outcome'], readonly [label: string, colour: string]>> = {
  fired: ['fired', 'bad'],
  'too short': ['too short', 'warn'],
  quiet: ['not reached', ''],
  'no data': ['no data', 'warn'],
  'not judged': ['not judged', 'warn'],
  'not watched': ['not watched', ''],
}

const COLUMNS: readonly Column<Reason>[] = [
  {
    name: 'Rule',
    namesRow: true,
    width: 'col-wide',
    cell: ({ id, name, isKnown }) => (isKnown ? <ScopedLink to={alertRulePath(id)}>{name}</ScopedLink> : name),
  },
  {
    name: 'Outcome',
    width: 'col-count',
    cell: ({ outcome }) => <span className={`mark ${OUTCOMES[outcome][1]}`}>{OUTCOMES[outcome][0]}</span>,
  },
  { name: 'Why', cell: ({ why }) => why },
  { name: 'Watches', cell: ({ watches }) => watches, title: ({ watches }) => watches, shown: 'wide' },
  {
    name: 'Found by',
    width: 'col-type',
    shown: 'wide',
    cell: ({ isRecorded, outcome }) =>
      outcome === 'not watched' ? '' : isRecorded ? 'evaluated then' : 'judged now, with what is stored',
  },
]
