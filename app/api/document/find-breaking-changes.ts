/** A JSON value. */
type Json = unknown

/**
 * Lists in what a document breaks programs that were written by an earlier one: operations, fields of answers and values of parameters
 * that are gone, what is newly required, types that changed, and answers that may be empty where they could not.
 *
 * It compares by structure and resolves references, so that a schema may be named, renamed or written out.
 *
 * @returns One line each; empty for what only grows.
 */
export function findBreakingChanges(before: Json, after: Json): readonly string[] {
  const [was, is] = [reader(before), reader(after)]
  const found: string[] = []
  for (const [path, methods] of Object.entries(objectOf(objectOf(before)['paths']))) {
    for (const [method, operation] of Object.entries(objectOf(methods))) {
      const at = `${method.toUpperCase()} ${path}`
      const now = objectOf(objectOf(objectOf(after)['paths'])[path])[method]
      if (now === undefined) found.push(`${at} is gone`)
      else found.push(...compareOperations({ was, is, at }, objectOf(operation), objectOf(now)))
    }
  }
  return found
}

interface Place {
  readonly was: Reader
  readonly is: Reader
  /** For people. */
  readonly at: string
}

type Reader = (schema: Json) => Record<string, Json>

/** Follows references of a document. */
function reader(document: Json): Reader {
  const read: Reader = schema => {
    const { $ref: reference, ...rest } = objectOf(schema)
    if (typeof reference !== 'string') return rest
    const found = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<Json>((of, key) => objectOf(of)[key], document)
    return { ...read(found), ...rest }
  }
  return read
}

const objectOf = (value: Json): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {}
const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])

function compareOperations(place: Place, before: Record<string, Json>, after: Record<string, Json>): string[] {
  const { was, is, at } = place
  const found: string[] = []
  if (before['x-scope'] !== after['x-scope']) found.push(`${at} needs another scope`)
  const keyOf = (parameter: Record<string, Json>) => `${parameter['in']} ${parameter['name']}`
  const [parametersBefore, parametersAfter] = [
    listOf(before['parameters']).map(was),
    new Map(listOf(after['parameters']).map(each => [keyOf(is(each)), is(each)])),
  ]
  const known = new Set(parametersBefore.map(keyOf))
  for (const parameter of parametersBefore) {
    const now = parametersAfter.get(keyOf(parameter))
    if (now === undefined) found.push(`${at}: the parameter ${parameter['name']} is gone`)
    else {
      if (now['required'] === true && parameter['required'] !== true) {
        found.push(`${at}: the parameter ${parameter['name']} is required now`)
      }
      found.push(
        ...compareSchemas({ ...place, at: `${at}: ${parameter['name']}` }, 'taken', parameter['schema'], now['schema']),
      )
    }
  }
  for (const [key, parameter] of parametersAfter) {
    if (!known.has(key) && parameter['required'] === true)
      found.push(`${at}: the new parameter ${parameter['name']} is required`)
  }
  const bodyOf = (operation: Record<string, Json>) =>
    objectOf(objectOf(objectOf(operation['requestBody'])['content'])['application/json'])['schema']
  if (bodyOf(before) === undefined && bodyOf(after) !== undefined) found.push(`${at} needs a body now`)
  if (bodyOf(before) !== undefined)
    found.push(...compareSchemas({ ...place, at: `${at}: body` }, 'taken', bodyOf(before), bodyOf(after)))
  for (const [status, response] of Object.entries(objectOf(before['responses']))) {
    const now = objectOf(after['responses'])[status]
    if (now === undefined) {
      if (Number(status) < 400) found.push(`${at} no longer answers ${status}`)
      continue
    }
    for (const [type, { schema }] of Object.entries(objectOf(objectOf(response)['content'])).map(
      ([type, content]) => [type, objectOf(content)] as const,
    )) {
      const content = objectOf(objectOf(now)['content'])[type]
      if (content === undefined) found.push(`${at} ${status} no longer has ${type}`)
      else
        found.push(...compareSchemas({ ...place, at: `${at} ${status}` }, 'given', schema, objectOf(content)['schema']))
    }
  }
  return found
}

/** @param side what programs send may become wider, what they are answered narrower */
function compareSchemas(place: Place, side: 'taken' | 'given', before: Json, after: Json): string[] {
  const { was, is, at } = place
  const [one, other] = [was(before), is(after)]
  const found: string[] = []
  const [wide, narrow] = side === 'taken' ? [typesOf(other), typesOf(one)] : [typesOf(one), typesOf(other)]
  if (wide.length > 0 && narrow.some(type => !wide.includes(type))) {
    found.push(`${at}: was ${typesOf(one).join(' or ')}, is ${typesOf(other).join(' or ') || 'anything'}`)
  }
  const [valuesBefore, valuesAfter] = [valuesOf(one), valuesOf(other)]
  if (side === 'taken' && valuesAfter !== undefined) {
    const gone = valuesBefore?.filter(value => !valuesAfter.includes(value)) ?? ['any other value']
    found.push(...gone.map(value => `${at}: ${String(value)} is no longer taken`))
  }
  if (side === 'taken') {
    for (const [bound, isTighter] of BOUNDS) {
      const [b, a] = [one[bound], other[bound]]
      if (typeof a === 'number' && (typeof b !== 'number' || isTighter(a, b))) found.push(`${at}: ${bound} is ${a} now`)
    }
  }
  const [propertiesBefore, propertiesAfter] = [objectOf(one['properties']), objectOf(other['properties'])]
  const [requiredBefore, requiredAfter] = [listOf(one['required']), listOf(other['required'])]
  for (const [name, schema] of Object.entries(propertiesBefore)) {
    const now = propertiesAfter[name]
    if (now === undefined) found.push(`${at}.${name} is gone`)
    else found.push(...compareSchemas({ ...place, at: `${at}.${name}` }, side, schema, now))
  }
  const lost =
    side === 'taken'
      ? requiredAfter.filter(name => !requiredBefore.includes(name))
      : requiredBefore.filter(name => !requiredAfter.includes(name))
  found.push(
    ...lost
      .filter(name => side === 'taken' || String(name) in propertiesAfter)
      .map(name => `${at}.${String(name)} is ${side === 'taken' ? 'required' : 'no longer always there'}`),
  )
  if (one['items'] !== undefined)
    found.push(...compareSchemas({ ...place, at: `${at}[]` }, side, one['items'], other['items']))
  if (one['additionalProperties'] !== undefined && other['additionalProperties'] !== undefined) {
    found.push(
      ...compareSchemas({ ...place, at: `${at}.*` }, side, one['additionalProperties'], other['additionalProperties']),
    )
  }
  found.push(...compareChoices(place, side, one, other))
  return found
}

const BOUNDS = [
  ['maximum', (now: number, before: number) => now < before],
  ['maxLength', (now: number, before: number) => now < before],
  ['maxItems', (now: number, before: number) => now < before],
  ['minimum', (now: number, before: number) => now > before],
  ['minLength', (now: number, before: number) => now > before],
  ['minItems', (now: number, before: number) => now > before],
] as const

/** Compares the members of `anyOf` and `oneOf` by their place: programs may send each of them, so none may go. */
function compareChoices(
  place: Place,
  side: 'taken' | 'given',
  before: Record<string, Json>,
  after: Record<string, Json>,
): string[] {
  const [was, is] = [before, after].map(of => listOf(of['anyOf'] ?? of['oneOf']))
  if (was === undefined || is === undefined || was.length === 0) return []
  if (is.length === 0) return side === 'taken' ? [`${place.at}: its choices are gone`] : []
  const gone = was.length > is.length && side === 'taken' ? [`${place.at}: a choice is gone`] : []
  return [
    ...gone,
    ...was
      .slice(0, is.length)
      .flatMap((choice, i) => compareSchemas({ ...place, at: `${place.at}|${i}` }, side, choice, is[i])),
  ]
}

const typesOf = (schema: Record<string, Json>): readonly string[] =>
  [schema['type']].flat().filter(type => typeof type === 'string')

const valuesOf = (schema: Record<string, Json>): readonly Json[] | undefined =>
  schema['enum'] === undefined ? ('const' in schema ? [schema['const']] : undefined) : listOf(schema['enum'])
