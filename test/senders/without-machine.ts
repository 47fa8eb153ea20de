import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { sendersCache } from './run-sender.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The request without data about the machine: folders, host, user, process.
 *
 * @param kept names of the attributes of a resource that are kept
 */
export function withoutMachine<Request extends object>(request: Request, kept: RegExp): Request {
  const text = JSON.stringify(request)
    .replaceAll(root, '/srv')
    .replaceAll(sendersCache, '/opt')
    .replaceAll(homedir(), '/home/shop')
    .replaceAll(quoted(hostname()), 'host-1')
    .replaceAll(quoted(userInfo().username), 'shop')
    .replaceAll(/(?<="pid\\*": ?)\d+/g, '1')
  return JSON.parse(text, (key, value: unknown) => {
    const { attributes } = withAttributes.safeParse(value).data ?? {}
    if (attributes === undefined) return value
    if (key === 'resource') return { attributes: attributes.filter(({ key }) => kept.test(key)) }
    return { ...(value as object), attributes: attributes.filter(({ key }) => !OF_THE_PROCESS.test(key)) }
  })
}

/** Also in JSON inside JSON. */
const quoted = (name: string) => new RegExp(`(?<=")${name.replaceAll('.', '\\.')}(?=\\\\*")`, 'g')
const OF_THE_PROCESS = /^(process|thread)\./
const withAttributes = z.object({ attributes: z.array(z.looseObject({ key: z.string() })) })
