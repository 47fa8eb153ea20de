import { type MappedStack, originalType, uploadedMapper } from '@errata/otel/maps'
import { parseStack } from '@errata/otel/stacks'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { getSourceMap } from '../../../store/source-maps/get-source-map.ts'
import { listSourceMaps, type SourceMapSummary } from '../../../store/source-maps/list-source-maps.ts'
import type { Store } from '../../../store/store.ts'
import { tryQuery } from '../query.ts'
import { candidateScriptNames, chooseSourceMap } from './choose-maps.ts'
import {
  ATTR_COMPONENT_STACK,
  ATTR_STACK_CONTEXT,
  ATTR_STACK_MAPPED,
  ATTR_STACK_RAW,
  type MappedException,
} from './read-context.ts'

type AskArgs = Parameters<typeof tryQuery>[0]

/** As {@link mapException}; the exception as it is if the database cannot answer. */
export async function mapStoredException(args: AskArgs, exception: Exception): Promise<MappedException> {
  const mapped = await tryQuery(args, mapException, exception)
  return 'answer' in mapped ? mapped.answer : exception
}

const mapper = uploadedMapper()
const maxScripts = 32
const maxTextChars = 65_536
const maxListed = 1_000
const maxMapBytes = 32 * 1024 * 1024

/**
 * Maps the stacks of an exception, of its causes and of React's components with uploaded source maps, and the types that a minifier named,
 * if its sender did not map all of them. Queries nothing if no stack names a script. What cannot be mapped within five seconds stays as it is.
 *
 * @throws {StoreError} Any kind.
 */
export async function mapException(store: Store, exception: Exception, signal?: AbortSignal): Promise<MappedException> {
  const { attributes, causes, stacktrace, service, release } = exception
  if (attributes[ATTR_STACK_MAPPED] === 'yes') return exception
  const components = attributes[ATTR_COMPONENT_STACK] ?? ''
  const texts = [stacktrace, components, ...causes.map(cause => cause.stacktrace)]
  const scripts = scriptsOf(texts.filter(text => text.length <= maxTextChars))
  if (scripts.length === 0) return exception
  const names = [...new Set(scripts.flatMap(candidateScriptNames))]
  // A browser's service is named after its server's, and one build makes both.
  const services = [...new Set([service, service.replace(/-browser$/, '')])]
  const listed = await listSourceMaps(store, { scripts: names, services, limit: maxListed }, signal)
  if (listed.length === 0) return exception

  const byKey = new Map(listed.map(map => [keyOf(map), map]))
  const keys = new Map(
    scripts.map(file => {
      const map = chooseSourceMap(file, release, listed)
      return [file, map === undefined ? '' : keyOf(map)] as const
    }),
  )
  const read = async (key: string) => {
    const address = byKey.get(key)
    return address && (await getSourceMap(store, { ...address, maxBytes: maxMapBytes }, signal))
  }
  const asked = texts.map(text => (text.length <= maxTextChars ? text : ''))
  const stacks = (await mapper.map(asked, { keys, read })) ?? []
  return withStacks(exception, stacks)
}

/** The same script of a release may be uploaded again. */
const keyOf = ({ script, release, service, debugId }: SourceMapSummary) =>
  JSON.stringify([script, release, service, debugId])

function scriptsOf(texts: readonly string[]): string[] {
  const files = new Set<string>()
  for (const text of texts) {
    for (const { frames } of parseStack(text).sections) {
      for (const { file } of frames) {
        if (file !== undefined && candidateScriptNames(file).length > 0) files.add(file)
      }
    }
  }
  return [...files].slice(0, maxScripts)
}

function withStacks(exception: Exception, stacks: readonly MappedStack[]): MappedException {
  const mapped = stacks.reduce((sum, stack) => sum + stack.mapped, 0)
  if (mapped === 0) return exception
  const own = stacks.reduce((sum, stack) => sum + stack.own, 0)
  const { attributes, causes, stacktrace } = exception
  const [main, components, ...ofCauses] = stacks
  const typeOf = (stack: MappedStack | undefined, before: string) => (stack ? originalType(before, stack) : before)
  const textOf = (stack: MappedStack | undefined, before: string) => (stack && stack.mapped > 0 ? stack.text : before)
  const context = [
    ...contextIn(attributes[ATTR_STACK_CONTEXT]),
    ...stacks.flatMap(stack => stack.context.filter(source => source !== null)),
  ]
  return {
    ...exception,
    type: typeOf(main, exception.type),
    stacktrace: textOf(main, stacktrace),
    causes: causes.map((cause, i) => ({
      ...cause,
      type: typeOf(ofCauses[i], cause.type),
      stacktrace: textOf(ofCauses[i], cause.stacktrace),
    })),
    attributes: {
      ...attributes,
      [ATTR_STACK_RAW]: attributes[ATTR_STACK_RAW] || stacktrace,
      [ATTR_STACK_CONTEXT]: JSON.stringify(context),
      ...(ATTR_COMPONENT_STACK in attributes && {
        [ATTR_COMPONENT_STACK]: textOf(components, attributes[ATTR_COMPONENT_STACK] ?? ''),
      }),
    },
    mappedHere: {
      mappedBy: 'errata',
      state: mapped === own ? 'yes' : 'part',
      why: mapped === own ? '' : 'no source map for the other frames',
    },
  }
}

function contextIn(json = '[]'): unknown[] {
  try {
    const listed: unknown = JSON.parse(json)
    return Array.isArray(listed) ? listed : []
  } catch {
    return [] // any sender may have written it
  }
}
