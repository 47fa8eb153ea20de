import { Link, useSearchParams } from 'react-router'
import { formatCount, pluralize } from '../../format/count.ts'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import type { DisplayedStack, DisplayedStackSection } from './show-exception.ts'
import { StackFrames } from './stack-frames.tsx'
import { type StackView, stackTextPath, stackViewSearch } from './stack-view.ts'

interface StacktraceProps {
  readonly stack: DisplayedStack
  /** Path of the exception's own page. */
  readonly page: string
  /** '' if unknown. */
  readonly release: string
}

/** The stack of an exception and of its causes: in-app frames first, or on request as the sender wrote it. */
export function Stacktrace({ stack, page, release }: StacktraceProps) {
  const { choice, sections, note, raw, isMinified } = stack
  const isNothing = raw === undefined && sections.every(({ runs }) => runs.length === 0)
  return (
    <section className="section stack" aria-labelledby="stack">
      <div className="page-head">
        <h2 id="stack">Stack</h2>
        {(!isNothing || choice === 'raw') && <StackViewChoices chosen={choice} />}
        {note !== '' && <p className="small muted">{note}</p>}
        <span className="button-row small">
          <CopyAs form="text" path={stackTextPath(page, 'text')} />
          <CopyAs form="Markdown" path={stackTextPath(page, 'markdown')} />
        </span>
      </div>
      {isMinified && (
        <p className="small muted">
          To see source code, upload the source maps of this build:{' '}
          <code className="break">npx errata maps upload build/ --release {shellSafeRelease(release)}</code>
        </p>
      )}
      {isNothing && <p className="muted">No stack trace was recorded.</p>}
      {raw !== undefined && raw.text === '' && <p className="muted">No stack trace was recorded.</p>}
      {raw !== undefined && raw.text !== '' && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
          <pre className="stacktrace" tabIndex={0}>
            {raw.text}
          </pre>
          {raw.text.length < raw.total && (
            <p className="small">
              Showing the first {formatCount(raw.text.length)} of {formatCount(raw.total)} characters.{' '}
              <a href={stackTextPath(page, 'raw')}>Open full text</a>
            </p>
          )}
        </>
      )}
      {(raw === undefined || choice !== 'raw') &&
        sections.map((section, i) => (
          // Sections have an order and nothing else that tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <StackSectionView key={i} section={section} open={choice === 'all'} isFirst={i === 0} page={page} />
        ))}
    </section>
  )
}

/** The release is pasted into a shell, and any sender may have written it. */
const shellSafeRelease = (release: string) => (/^[\w.+][\w.+-]{0,99}$/.test(release) ? release : 'RELEASE')

const STACK_VIEW_LABELS: readonly { readonly choice: StackView; readonly label: string }[] = [
  { choice: 'app', label: 'App frames' },
  { choice: 'all', label: 'All frames' },
  { choice: 'raw', label: 'Raw' },
]

function StackViewChoices({ chosen }: { readonly chosen: StackView }) {
  const [params] = useSearchParams()
  return (
    <nav className="choices button-row small" aria-label="Stack trace view">
      {STACK_VIEW_LABELS.map(({ choice, label }) => (
        <Link
          key={choice}
          to={stackViewSearch(params, choice)}
          aria-current={choice === chosen ? 'true' : undefined}
          preventScrollReset
          replace
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface StackSectionViewProps {
  readonly section: DisplayedStackSection
  readonly open: boolean
  readonly isFirst: boolean
  readonly page: string
}

function StackSectionView({ section, open, isFirst, page }: StackSectionViewProps) {
  const { relation, title, message, runs, omitted, hidden } = section
  return (
    <div className="stack-section">
      {relation !== 'thrown' && (
        <>
          <h3 className="break">{headingOf(section)}</h3>
          {message.total > 0 && !isInHeading(section) && (
            <LongText clipped={message} wholeAt={stackTextPath(page, 'raw')} />
          )}
        </>
      )}
      {runs.length > 0 && <StackFrames runs={runs} open={open} showsSource={isFirst} />}
      {runs.length === 0 && relation !== 'thrown' && title !== '' && <p className="muted small">No stack trace.</p>}
      {hidden > 0 && (
        <p className="small">
          {pluralize(hidden, 'frame')} omitted. <a href={stackTextPath(page, 'raw')}>Show all</a>
        </p>
      )}
      {omitted > 0 && <p className="muted small">{pluralize(omitted, 'common frame')}</p>}
    </div>
  )
}

const RELATION_LABELS = {
  thrown: '',
  cause: 'Caused by',
  suppressed: 'Suppressed',
  context: 'While handling',
  component: 'Rendered by',
  aggregated: 'Aggregated error',
} as const

function headingOf(section: DisplayedStackSection): string {
  const { relation, title, message } = section
  if (relation === 'component' || title === '') return relation === 'context' ? 'Also' : RELATION_LABELS[relation]
  return `${RELATION_LABELS[relation]} ${title}${isInHeading(section) ? `: ${message.text}` : ''}`
}

/** A message of one short line follows its type. */
const isInHeading = ({ title, message: { text, total } }: DisplayedStackSection) =>
  title !== '' && total > 0 && total <= 200 && !text.includes('\n')
