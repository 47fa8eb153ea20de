import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import { Attributes } from '../../ui/elements/attributes.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { RelativeTime } from '../../ui/elements/timestamp.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

interface SamplesProps {
  readonly samples: readonly DropSample[]
  /** Number of all samples; these are the newest. */
  readonly total: number
  readonly nowMs: number
}

const SHAPE_NOUNS = { span: 'span', event: 'span event', log: 'log record' } as const

/** Samples of a rule; each can be opened, with or without scripts. */
export function DropSamples({ samples, total, nowMs }: SamplesProps) {
  const hasConditions = samples.some(({ condition }) => condition > 1)
  return (
    <section className="section" aria-labelledby="samples">
      <h2 id="samples">Samples</h2>
      {samples.length === 0 ? (
        <EmptyState title="No samples" level={3}>
          <p>
            Nothing was dropped in the last 24 h, or sampling is off (<code>ERRATA_NOISE_SPECIMENS=0</code>).
          </p>
        </EmptyState>
      ) : (
        <>
          <div className="panel">
            {samples.map(sample => (
              <details key={sample.id} id={sample.id} className="sample">
                <summary>
                  <span className="what">{sampleTitle(sample)}</span>
                  <ServiceName name={sample.service} />
                  <span className="muted">
                    {SHAPE_NOUNS[sample.shape]}
                    {hasConditions && `, condition ${sample.condition}`}
                  </span>
                  <span className="muted number">
                    <RelativeTime atNs={sample.atNs} nowMs={nowMs} />
                  </span>
                </summary>
                <SampleDetails sample={sample} />
              </details>
            ))}
          </div>
          <p className="muted small note">
            {samples.length < total ? `The latest ${samples.length} of ${total} samples.` : 'Latest first.'} Errata
            keeps up to 32 random samples an hour, for 24 hours.
          </p>
        </>
      )}
    </section>
  )
}

/** A title that distinguishes samples: message, else route or path. */
export function sampleTitle({ text, route, name, attributes }: DropSample): string {
  return text || attributes['url.path'] || attributes['url.full'] || route || name
}

function SampleDetails({ sample }: { readonly sample: DropSample }) {
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
      </dl>
      <Attributes of={attributes} label="Attributes" />
      <h3>Resource</h3>
      <Attributes of={resource} label="Resource attributes" />
    </div>
  )
}
