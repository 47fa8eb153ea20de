import type { MappedStack } from './map-stack.ts'

/** A minified class by its name in the source, as on the server; one of another script, which is not found, by that of its base. */
export function originalType(type: string, { classes, mapped }: Pick<MappedStack, 'classes' | 'mapped'>): string {
  if (mapped === 0) return type
  if (Object.hasOwn(classes, type)) return classes[type] ?? type
  return /^[\w$]{1,2}$/.test(type) ? 'Error' : type
}
