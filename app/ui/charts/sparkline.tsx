import type { SparklineModel } from './layout-sparkline.server.ts'

/** A number over time. The number itself is beside it, so screen readers miss nothing. */
export function Sparkline({ model, bad = false }: { readonly model: SparklineModel; readonly bad?: boolean }) {
  const { d, width, height } = model
  return (
    <svg className="sparkline" aria-hidden="true">
      <svg
        viewBox={`0 -8 ${width} ${height + 16}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        aria-hidden="true"
      >
        <path className={bad ? 'line bad' : 'line'} d={d} />
      </svg>
    </svg>
  )
}
