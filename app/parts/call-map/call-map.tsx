import { Link } from 'react-router'
import { clipLine } from '../../format/clip.ts'
import { useSeriesClasses } from '../../ui/links/service-name.tsx'
import { NODE_HEIGHT, NODE_WIDTH } from './layout-graph.ts'

/** An arrow from caller to callee. */
export interface CallMapCall {
  /** A path, see {@link layoutGraph}. */
  readonly d: string
  readonly thickness: number
  readonly colour: 'muted' | 'bad' | 'warn'
  readonly isDashed?: boolean
  readonly to: string
  /** Says all of it in words. */
  readonly label: string
}

/** A box. */
export interface CallMapNode {
  /** Its upper left corner. */
  readonly x: number
  readonly y: number
  /** `service`, `database` … */
  readonly kind: string
  /** Whose colour it has; `undefined` for what is no service. */
  readonly service: string | undefined
  readonly name: string
  /** The line below the name. */
  readonly does: string
  readonly isFailing: boolean
  /** The last line. */
  readonly waits: string
  readonly isSlower: boolean
  readonly to: string | undefined
}

interface CallMapProps {
  readonly width: number
  readonly height: number
  readonly calls: readonly CallMapCall[]
  readonly nodes: readonly CallMapNode[]
}

const NAME_CHARS = 22

/** Services, and what else is called, as boxes; calls between them as arrows. All of them are links. */
export function CallMap({ width, height, calls, nodes }: CallMapProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links inside a picture has no element of its own
    <svg
      className="map"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role="group"
      aria-label="Calls between services"
    >
      <defs>
        {['muted', 'bad', 'warn'].map(id => (
          <marker
            key={id}
            id={`${id}-arrow`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={id} d="M0,0L8,4L0,8Z" />
          </marker>
        ))}
      </defs>
      {calls.map(({ d, thickness, colour, isDashed, to, label }) => (
        <Link key={d} to={to} className="call" aria-label={label}>
          <title>{label}</title>
          <path
            d={d}
            className={colour}
            strokeWidth={thickness}
            strokeDasharray={isDashed ? '6 4' : undefined}
            markerEnd={`url(#${colour}-arrow)`}
          />
          <path d={d} className="target" />
        </Link>
      ))}
      {nodes.map(node => (
        <NodeBox key={`${node.kind} ${node.name}`} node={node} />
      ))}
    </svg>
  )
}

function NodeBox({ node }: { readonly node: CallMapNode }) {
  const { x, y, kind, service, name, does, isFailing, waits, isSlower, to } = node
  const classOf = useSeriesClasses()
  const shown = clipLine(name, NAME_CHARS)
  const isService = service !== undefined
  const box = (
    <>
      <rect className="box" x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx={isService ? 6 : NODE_HEIGHT / 2} />
      {isService && <rect className="swatch" x={x} y={y + 8} width="3" height={NODE_HEIGHT - 16} />}
      <text x={x + 14} y={y + 19}>
        {shown}
      </text>{' '}
      <text className={isFailing ? 'small bad' : 'small muted'} x={x + 14} y={y + 35}>
        {does}
      </text>{' '}
      <text className={isSlower ? 'small warn' : 'small muted'} x={x + 14} y={y + 49}>
        {waits}
      </text>
    </>
  )
  if (to === undefined) return <g>{box}</g>
  return (
    <Link
      to={to}
      className={isService ? classOf(service) : undefined}
      // It starts with the visible text, as voice control requires.
      aria-label={`${shown} ${does} ${waits} (${shown === name ? kind : `${kind} ${name}`})`}
    >
      {box}
    </Link>
  )
}
