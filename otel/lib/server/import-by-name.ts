import module from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Makes `import-in-the-middle` recognise packages that are imported by file URL, as Vite's development server imports what it does not
 * bundle: it recognises the entry of a package only by the package's name. Call it after the hooks of `import-in-the-middle` are
 * registered, because the last registered hook runs first, and after Vite is loaded.
 */
export function importByName(isSync: boolean): void {
  if (isSync) module.registerHooks({ resolve: resolveSync })
  else module.register(import.meta.url, pathToFileURL(import.meta.filename))
}

type ResolveContext = module.ResolveHookContext
type Resolved = module.ResolveFnOutput

/** The hook of `module.register`, which loads this file in a separate thread. */
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
    // A package without this entry: imported as requested.
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

const viteRunnerPath = /\/dist\/node\/module-runner\.js(\?|$)/

/** The import of the package that contains a file, from within that package. */
function entryRequest(specifier: string, context: ResolveContext): [string, ResolveContext] | undefined {
  // Only Vite's imports: resolving any other, such as a command's own file, would exclude it from instrumentation.
  if (context.parentURL === undefined || !viteRunnerPath.test(context.parentURL)) return undefined
  const [, name] = /^file:.*\/node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)\//.exec(specifier) ?? []
  // From its folder: a file that imports itself is not instrumented.
  return name === undefined ? undefined : [name, { ...context, parentURL: new URL('.', specifier).href }]
}

/** Hooks mark what they wrap with a query. */
const isSameFile = (found: string, requested: string) => found.split('?')[0] === requested.split('?')[0]
