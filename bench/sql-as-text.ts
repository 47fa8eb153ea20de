import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Lets Node import `query.sql?raw` like Vite, so that the store's queries can be measured. */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.sql?raw')) return nextLoad(url, context)
    const text = readFileSync(fileURLToPath(url.slice(0, -'?raw'.length)), 'utf8')
    return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)}` }
  },
})
