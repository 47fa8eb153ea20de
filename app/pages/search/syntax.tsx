import { Link } from 'react-router'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { tracesPath } from '../../url/trace-filters.ts'
import type { Route } from './+types/syntax.ts'
import { type KeyExample, listKeyExamples } from './list-key-examples.ts'

interface Example {
  readonly search: string
  readonly meaning: string
  readonly path: string
}

const examplesFor = (path: (search: string) => string, examples: readonly (readonly [string, string])[]): Example[] =>
  examples.map(([search, meaning]) => ({ search, meaning, path: path(search) }))
const spansPath = (search: string) => tracesPath({ search, show: 'spans' })
const traces = (search: string) => tracesPath({ search })
/** The tables of the page. Read on the server, so that the parser's tables stay out of the page's script. */
export function loader() {
  return {
    sections: [
      {
        title: 'Conditions',
        examples: examplesFor(spansPath, [
          ['service:checkout', 'A key and its value. No space follows the colon.'],
          [
            '@http.request.method:POST',
            'Any attribute of the span or its resource, written with @; of an array each member.',
          ],
          ['resource.host.name:checkout-*', 'An attribute of the resource. * and ? match any text and any character.'],
          ['span.host.name:device-7', 'An attribute of the span alone; of logs and exceptions written record.'],
          ['@queue.length:>1.5e3', 'Numbers compare as numbers, however they are written.'],
          ['event.exception.type:TypeError', 'An attribute of an event of the span.'],
          ['status:[500,502,503]', 'One of several values.'],
          ['duration:>300ms', 'Comparison: >, >=, <, <= and != work for numbers, durations and severities.'],
          ['duration:100ms..1s', 'A range. Either end may be left out.'],
          ['statement:~select', 'Contains the text, in any case.'],
          ['name:"GET /cart"', 'Quotes keep spaces, brackets and wildcards as they are.'],
          ['has:db', 'The key or attribute is present.'],
          ['timeout', 'Free text: in the name, the status message and the attributes.'],
        ]),
      },
      {
        title: 'Combined',
        examples: examplesFor(spansPath, [
          ['service:checkout is:error', 'Both conditions. AND is optional.'],
          ['is:error OR duration:>2s', 'Either condition.'],
          ['-service:checkout', 'Not. Spans without the key match as well.'],
          ['(is:error OR status:>=500) kind:server', 'Brackets group.'],
        ]),
      },
      {
        title: 'Several spans of one trace',
        examples: examplesFor(traces, [
          ['[service:checkout is:error]', 'Traces with such a span.'],
          ['[service:checkout] > [db:postgresql]', 'The second span is a child of the first.'],
          ['[service:shop] >> [db:postgresql duration:>5ms]', 'The second span is a descendant of the first.'],
          ['[kind:server] ~ [kind:client]', 'Both spans have the same parent.'],
          ['[service:shop] -[db:postgresql]', 'Traces with the first span and without the second.'],
          [
            'trace.duration:>2s is:error',
            'trace.duration is the whole trace’s; trace.name, trace.operation and so on are the root’s.',
          ],
        ]),
      },
    ],
    keys: listKeyExamples(),
  }
}

/** The search language, with examples to run. */
export default function SyntaxPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Search syntax · Errata</title>
      <div className="page-head">
        <h1>Search syntax</h1>
        <p className="muted fixed-time fixed-scope">
          One language for all lists, and inside a trace. Each example runs.
        </p>
      </div>
      <nav className="button-row" aria-label="Sections">
        {[...loaderData.sections.map(({ title }) => title), 'Keys'].map(title => (
          <a key={title} href={`#${anchorOf(title)}`}>
            {title}
          </a>
        ))}
      </nav>
      {loaderData.sections.map(({ title, examples }) => (
        <section key={title} id={anchorOf(title)} className="section" aria-label={title}>
          <h2>{title}</h2>
          <ExampleTable examples={examples} />
        </section>
      ))}
      <section id={anchorOf('Keys')} className="section" aria-label="Keys">
        <h2>Keys</h2>
        <ExampleTable examples={loaderData.keys} />
        <p className="pager">An issue matches if one of its exceptions does, a session if one of its events does.</p>
      </section>
    </>
  )
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Searches with their meaning; on narrow screens each above its meaning. */
function ExampleTable({ examples }: { readonly examples: readonly (Example | KeyExample)[] }) {
  const hasLists = examples.some(example => 'worksIn' in example)
  return (
    <div className="panel scrolls">
      <DataTable
        className="wraps"
        columns={hasLists ? [...EXAMPLE_COLUMNS, WORKS_IN] : EXAMPLE_COLUMNS}
        rows={examples}
        keyOf={({ search, meaning }) => `${search} ${meaning}`}
      />
    </div>
  )
}

const worksIn = (example: Example | KeyExample) => ('worksIn' in example ? example.worksIn : '')

const EXAMPLE_COLUMNS: readonly Column<Example | KeyExample>[] = [
  {
    name: 'Example',
    head: (
      <>
        Example<span className="narrow-only"> and meaning</span>
      </>
    ),
    namesRow: true,
    width: 'col-example',
    cell: example => (
      <>
        <Link to={example.path} className="mono" data-row="">
          {example.search}
        </Link>
        <p className="narrow-only">{example.meaning}</p>
        {worksIn(example) !== '' && <p className="muted small narrow-only">Works in {worksIn(example)}</p>}
      </>
    ),
  },
  { name: 'Meaning', shown: 'wide', cell: ({ meaning }) => meaning },
]

const WORKS_IN: Column<Example | KeyExample> = {
  name: 'Works in',
  shown: 'wide',
  width: 'col-services',
  look: 'muted',
  cell: worksIn,
}
