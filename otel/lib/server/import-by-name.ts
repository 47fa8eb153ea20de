import module from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Lets `import-in-the-middle` recognise packages that are imported by file URL, as Vite's development server imports
 * what it does not bundle: it takes a file for the entry of its package only if the specifier is the package's name.
 * Call it after the hooks of `import-in-the-middle` are registered, as what is registered last is asked first, and after
 * Vite is loaded.
 */
export function importByName(isSync: boolean): void {
  if (isSync) module.registerHooks({ resolve: resolveSync })
  else module.register(import.meta.url, pathToFileURL(import.meta.filename))
}

type ResolveContext = module.ResolveHookContext
type Resolved = module.ResolveFnOutput

/** The hook of `module.register`, which loads this file on a thread of its own. */
export async function resolve(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context?: ResolveContext) => Resolved | Promise<Resolved>,
): Promise<Resolved> {
  const request = entryRequest(specifier, context)
  try {
    const found = request && (await next(...request))
    if (found && isSameFile(found.url, specifier)) return found
  } catch {
    // A package without this entry: it is imported as it was asked for.
  }
  return next(specifier, context)
}

const resolveSync: module.ResolveHookSync = (specifier, context, next) => {
  const request = entryRequest(specifier, context)
  try {
    const found = request && next(...request)
    if (found && isSameFile(found.url, specifier)) return found
  } catch {
    // As above.
  }
  return next(specifier, context)
}

const viteRunner = /\/dist\/node\/module-runner\.js(\?|$)/

/** The import of the package that a file belongs to, from within that package. */
function entryRequest(specifier: string, context: ResolveContext): [string, ResolveContext] | undefined {
  // Only Vite's imports: a look-up of any other, such as a command's own file, marks what it loads as not to be instrumented.
  if (context.parentURL === undefined || !viteRunner.test(context.parentURL)) return undefined
  const [, name] = /^file:.*\/node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)\//.exec(specifier) ?? []
  // From its folder: of a file that imports itself nothing is instrumented.
  return name === undefined ? undefined : [name, { ...context, parentURL: new URL('.', specifier).href }]
}

/** Hooks mark what they wrap by a query. */
const isSameFile = (found: string, asked: string) => found.split('?')[0] === asked.split('?')[0]
