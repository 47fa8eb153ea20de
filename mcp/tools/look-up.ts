import { suggestCall } from '../answer/call.ts'
import { fromSender } from '../answer/sources.ts'
import { issueHandle, sessionHandle } from '../names/handles.ts'
import { readAddress } from '../names/read-address.ts'
import { defineTool, reference } from './tool.ts'

export const lookUp = defineTool({
  name: 'look_up',
  title: 'Look up',
  description:
    'Tells what a pasted text stands for, and where to go on: an address of a page of Errata, a digest, an id of a trace, span, issue, exception or session, a line of a log with one, or a quoted message.',
  input: { text: reference.describe('As it was copied from somewhere.') },
  async run(desk, { text }) {
    const address = readAddress(text)
    const found =
      address.kind === '' || address.kind === 'digest'
        ? await desk.ask('lookUp', { text: address.id })
        : { kind: address.kind, id: address.id }
    const next = await suggestNext(found, address, desk)
    return {
      next: next.calls,
      write: ({ text: maxChars }) => ({
        from_desk: { kind: found.kind, ...next.ids },
        // Ids of users and sessions are what senders made them.
        ...(found.id !== '' && !/^[0-9a-f-]{8,64}$/.test(found.id) && fromSender(true, { id: found.id }, maxChars)),
      }),
    }
  },
})

type Ids = Readonly<Record<string, string>>

async function suggestNext(
  { kind, id }: { readonly kind: string; readonly id: string },
  { exception, span, id: typed }: ReturnType<typeof readAddress>,
  desk: Parameters<(typeof lookUp)['run']>[0],
): Promise<{ readonly ids: Ids; readonly calls: readonly string[] }> {
  switch (kind) {
    case 'issue': {
      const issue = issueHandle(id)
      const calls = exception === undefined ? [] : [suggestCall('get_exception', { exception })]
      return {
        ids: { issue, ...(exception !== undefined && { exception }) },
        calls: [suggestCall('get_issue', { issue }), ...calls],
      }
    }
    case 'exception':
      return {
        ids: { exception: id },
        calls: [suggestCall('get_exception', { exception: id }), suggestCall('get_issue', { issue: id })],
      }
    case 'trace':
      return {
        ids: { trace: id },
        calls: [suggestCall('get_trace', { trace: id, ...(span !== undefined && { span }) })],
      }
    case 'span':
      return { ids: { span: id }, calls: ['get_trace with the trace of this span'] }
    case 'session': {
      const session = sessionHandle(id)
      return { ids: { session }, calls: [suggestCall('get_steps', { session })] }
    }
    case 'release':
      return { ids: {}, calls: ['compare_releases with its service and this release'] }
    case 'digest': {
      const { items } = await desk.ask('listExceptions', {
        q: `digest:${JSON.stringify(id)}`,
        last: '90d',
        limit: '1',
        own: '1',
      })
      const [first] = items
      if (first === undefined) return { ids: {}, calls: [] }
      const issue = issueHandle(first.issue)
      return {
        ids: { issue, exception: first.id },
        calls: [suggestCall('get_issue', { issue }), suggestCall('get_exception', { exception: first.id })],
      }
    }
    default:
      return {
        ids: {},
        calls: [typed === '' ? 'find_issues' : 'find_issues with words of this text as query, or find_logs'],
      }
  }
}
