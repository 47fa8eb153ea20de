import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { MILLISECOND_NS, MINUTE_MS } from '../../../store/time-units.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ALERTS_PATH, alertRulePath, newRulePath, silencePath, whyPath } from '../../url/alert-address.ts'
import { scopeCodecs } from '../../url/scope.ts'
import type { WatchingRule } from './find-watching.server.ts'

type Watching = QueryResult<readonly WatchingRule[]>

interface WatchedByProps {
  readonly rules: Watching | Promise<Watching>
  readonly about: {
    readonly service?: string
    readonly environment?: string
    readonly release?: string
    readonly issue?: string
  }
  /** Kinds of rules that links offer, with the words for each. */
  readonly offers: readonly (readonly [kind: string, text: string])[]
}

const MAX_RULES = 5

/** The rules that watch what a page is about, in a line, with links to one more, to a silence, and to why nobody was told. */
export function WatchedBy({ rules, about, offers }: WatchedByProps) {
  const [params] = useSearchParams()
  const { service = '', issue = '', release = '' } = about
  return (
    <p className="watched-by small muted">
      <DeferredSection result={rules} name="Alert rules" holds="nothing">
        {found => <RuleLinks rules={found} />}
      </DeferredSection>{' '}
      {offers.length > 0 && 'Alert on '}
      {offers.map(([kind, text], index) => (
        <Fragment key={kind}>
          {index > 0 && ', '}
          <ScopedLink to={newRulePath(kind, {}, about)}>{text}</ScopedLink>
        </Fragment>
      ))}
      {' · '}
      <ScopedLink to={silencePath(issue === '' ? about : { issue })}>Silence</ScopedLink>
      {release === '' && (
        <>
          {' · '}
          <ScopedLink to={whyPath({ issue, service, ...atEnd(params) })}>Why was nobody told?</ScopedLink>
        </>
      )}
    </p>
  )
}

function RuleLinks({ rules }: { readonly rules: readonly WatchingRule[] }) {
  if (rules.length === 0) return <>No alert rule watches this.</>
  const more = rules.length - MAX_RULES
  return (
    <>
      Watched by{' '}
      {rules.slice(0, MAX_RULES).map(({ id, name, isFiring }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <ScopedLink to={alertRulePath(id)}>{name}</ScopedLink>
          {isFiring && (
            <>
              {' '}
              <span className="mark bad">firing</span>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {' '}
          and <ScopedLink to={`${ALERTS_PATH}#rules`}>{`${more} more`}</ScopedLink>
        </>
      )}
      .
    </>
  )
}

/** The last minute of a page about a time that has ended. */
function atEnd(params: URLSearchParams): { readonly atMs?: number } {
  const to = scopeCodecs.to.parse(params.get(scopeCodecs.to.param) ?? '')
  return 'value' in to && to.value !== undefined ? { atMs: Number(to.value / MILLISECOND_NS) - MINUTE_MS } : {}
}
