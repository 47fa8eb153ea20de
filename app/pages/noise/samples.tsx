import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import { pluralize } from '../../format/count.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { Attributes } from '../../ui/values/attributes.tsx'
import type { SampleGroup } from './group-samples.ts'

interface SamplesProps {
  /** The most frequent first. */
  readonly groups: readonly SampleGroup[]
  /** The numbers of samples and groups, listed or not. */
  readonly total: { readonly samples: number; readonly groups: number }
  /** Folds the samples, if another table lists the same paths. */
  readonly isFolded: boolean
  readonly nowMs: number
}

const SHAPE_NOUNS = { span: 'span', event: 'span event', log: 'log record' } as const

/** Samples of a rule, those of one path as one row; each can be opened, with or without scripts. */
export function DropSamples({ groups, total, isFolded, nowMs }: SamplesProps) {
  const hasConditions = groups.some(({ newest }) => newest.condition > 1)
  const list = (
    <div className="panel">
      {groups.map(({ title, newest, earlier }) => (
        <details key={newest.id} id={newest.id} className="sample">
          <summary>
            <span className="what">{title}</span>
            <ServiceName name={newest.service} />
            <span className="muted">
              {SHAPE_NOUNS[newest.shape]}
              {hasConditions && `, condition ${newest.condition}`}
            </span>
            <span className="muted number">
              <RelativeTime atNs={newest.atNs} nowMs={nowMs} />
            </span>
          </summary>
          <SampleDetails sample={newest} earlier={earlier} nowMs={nowMs} />
        </details>
      ))}
    </div>
  )
  return (
    <section className="section" aria-labelledby="samples">
      <h2 id="samples">Samples</h2>
      {groups.length === 0 ? (
        <EmptyState title="No samples" level={3}>
          <p>
            Nothing was dropped in the last 24 h, or sampling is off (<code>ERRATA_NOISE_SAMPLES=0</code>).
          </p>
        </EmptyState>
      ) : (
        <>
          {isFolded ? (
            <details>
              <summary>{pluralize(total.samples, 'sample')}</summary>
              {list}
            </details>
          ) : (
            list
          )}
          <p className="muted small note">
            {groups.length < total.groups && `The ${groups.length} most frequent of ${total.groups} kinds. `}
            Up to 32 random samples an hour are kept, for 24 hours; the most frequent kind is first.
          </p>
        </>
      )}
    </section>
  )
}

interface SampleDetailsProps {
  readonly sample: DropSample
  readonly earlier: SampleGroup['earlier']
  readonly nowMs: number
}

function SampleDetails({ sample, earlier, nowMs }: SampleDetailsProps) {
  const { name, kind, route, release, traceId, attributes, resource } = sample
  return (
    <div className="whole">
      <dl className="facts">
        <dt>Name</dt>
        <dd>
          {name || 'none'} {kind !== '' && <span className="muted">({kind})</span>}
        </dd>
        <dt>Route</dt>
        <dd>{route || 'unknown'}</dd>
        <dt>Release</dt>
        <dd>{release || 'unknown'}</dd>
        <dt>Trace</dt>
        <dd className="break">
          {traceId === '' ? 'none' : <ScopedLink to={`/traces/${traceId}`}>{traceId}</ScopedLink>}
        </dd>
        {earlier.length > 0 && (
          <>
            <dt>Earlier</dt>
            <dd className="under">
              {earlier.map(({ id, atNs, traceId }) =>
                traceId === '' ? (
                  <RelativeTime key={id} atNs={atNs} nowMs={nowMs} />
                ) : (
                  <ScopedLink key={id} to={`/traces/${traceId}`}>
                    <RelativeTime atNs={atNs} nowMs={nowMs} />
                  </ScopedLink>
                ),
              )}
            </dd>
          </>
        )}
      </dl>
      <Attributes attributes={attributes} label="Attributes" />
      <h3>Resource</h3>
      <Attributes attributes={resource} label="Resource attributes" />
    </div>
  )
}
