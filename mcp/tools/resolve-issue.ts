import type { AskedDesk } from '../ask/desk.ts'
import { EXCEPTION_ID, readAddress } from '../names/read-address.ts'
import { ToolError } from './tool.ts'

/** The issue that a text names, by itself or by one of its exceptions. */
export async function resolveIssue(
  desk: AskedDesk,
  typed: string,
): Promise<{ readonly id: string; readonly exception?: string }> {
  const { kind, id, exception } = readAddress(typed)
  if (kind === 'exception' || (kind === '' && EXCEPTION_ID.test(id))) {
    const { issue } = await desk.ask('getException', { exception: id })
    return { id: issue, exception: id }
  }
  if (kind === 'digest') {
    const { items } = await desk.ask('listExceptions', {
      q: `digest:${JSON.stringify(id)}`,
      last: '90d',
      limit: '1',
      own: '1',
    })
    const [first] = items
    if (first === undefined) throw new ToolError('No exception with this digest is stored any longer.')
    return { id: first.issue, exception: first.id }
  }
  if (kind !== '' && kind !== 'issue')
    throw new ToolError(`This is the address of a ${kind}, not of an issue: use look_up.`)
  return { id, ...(exception !== undefined && { exception }) }
}
