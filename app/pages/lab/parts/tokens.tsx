import { SERVICE_COLOUR_COUNT, seriesClass } from '../../../ui/links/service-name.tsx'
import { ComponentExample } from './part.tsx'

const SERIES = Array.from({ length: SERVICE_COLOUR_COUNT }, (_, colour) => colour)
const SCALE = [
  ['body', undefined],
  ['meta', 'small'],
  ['code', 'mono'],
] as const
const LAYERS = ['ground', 'panel', 'sunken', 'hover', 'selected'] as const

/** Sizes, layers and colours by name. */
export function Tokens() {
  return (
    <>
      <ComponentExample name="Type">
        {SCALE.map(([size, className]) => (
          <p key={size} className={className}>
            {size}: 1,234 exceptions in 5.67 s
          </p>
        ))}
      </ComponentExample>
      <ComponentExample name="Layers">
        <ul className="swatches">
          {LAYERS.map(layer => (
            <li key={layer} className={`on-${layer}`}>
              {layer} <span className="muted">muted</span> <span className="bad">bad</span>
            </li>
          ))}
        </ul>
      </ComponentExample>
      <ComponentExample name="Series">
        <svg className="series-bars" role="img" aria-label="Service colours">
          {SERIES.map(colour => (
            <rect
              key={colour}
              className={`bar ${seriesClass(colour)}`}
              x={`${(colour * 100) / SERVICE_COLOUR_COUNT}%`}
              y="4"
              width="7%"
              height="24"
            />
          ))}
        </svg>
      </ComponentExample>
    </>
  )
}
