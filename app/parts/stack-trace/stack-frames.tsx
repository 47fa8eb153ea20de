import { formatCount, pluralize } from '../../format/count.ts'
import type { DisplayedFrame, FrameGroup } from './fold-frames.ts'

interface StackFramesProps {
  readonly runs: readonly FrameGroup[]
  /** True if library frames are not folded. */
  readonly open: boolean
  /** True if the source of the first in-app frame is shown. */
  readonly showsSource: boolean
}

/** The frames of one exception, the throwing one first. Runs of library frames are folded to a line. */
export function StackFrames({ runs, open, showsSource }: StackFramesProps) {
  const firstOwn = runs.findIndex(({ library }) => !library)
  return (
    <ol className="frames">
      {runs.map((run, i) =>
        run.library ? (
          // Frames have an order, and may stand there twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <LibraryRun key={`${i} ${open}`} run={run} open={open || firstOwn === -1} />
        ) : (
          run.frames.map((frame, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as said
            <Frame key={`${i} ${j}`} frame={frame} open={showsSource && i === firstOwn && j === 0} />
          ))
        ),
      )}
    </ol>
  )
}

function LibraryRun({ run: { frames, count, names }, open }: { readonly run: FrameGroup; readonly open: boolean }) {
  const [only] = frames
  // Folding a single line would hide it and save no space.
  if (count === 1 && only !== undefined) {
    return (
      <li className="library frame">
        <FrameName frame={only} />
      </li>
    )
  }
  return (
    <li className="library">
      <details open={open}>
        <summary>
          {pluralize(count, 'library frame')}
          {names.length > 0 && <span className="of"> {names.join(', ')}</span>}
        </summary>
        <ol className="frames">
          {frames.map((frame, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Frame key={i} frame={frame} open={false} />
          ))}
        </ol>
      </details>
    </li>
  )
}

function Frame({ frame, open }: { readonly frame: DisplayedFrame; readonly open: boolean }) {
  const { context } = frame
  if (context === undefined) {
    return (
      <li className="frame">
        <FrameName frame={frame} />
      </li>
    )
  }
  const from = (frame.line ?? context.before.length + 1) - context.before.length
  const lines = [...context.before, context.line, ...context.after].map((text, i) => ({ text, number: from + i }))
  return (
    <li className="frame">
      <details open={open}>
        <summary>
          <FrameName frame={frame} />
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <pre className="source" tabIndex={0}>
          {lines.map(({ text, number }) =>
            number === from + context.before.length ? (
              <b key={number} data-line={number}>
                <span className="visually-hidden">Failing line: </span>
                {`${text}\n`}
              </b>
            ) : (
              <span key={number} data-line={number}>
                {`${text}\n`}
              </span>
            ),
          )}
        </pre>
      </details>
    </li>
  )
}

function FrameName({ frame: { function: name, place, module, isAsync, times } }: { readonly frame: DisplayedFrame }) {
  return (
    <span className="frame-name">
      {isAsync && <span className="muted small">async </span>}
      {name === '' ? place !== '' || <span className="muted">anonymous</span> : <strong>{name}</strong>}{' '}
      {place !== '' && <code>{place}</code>} {module !== '' && name !== '' && <span className="module">{module}</span>}
      {times > 1 && <span className="times">×{formatCount(times)}</span>}
    </span>
  )
}
