import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { z } from 'zod'
import { type GoModule, listGoModules } from './notice.ts'
import { writeManifests } from './write-manifests.ts'

const bom = z.object({ components: z.array(z.looseObject({})) }).loose()

/**
 * Lists what a release has, as CycloneDX 1.5: the packages of npm with their integrity, as `npm sbom` writes them from the lock file, and the
 * Collector's modules.
 *
 * @param modules of the Collector; none if that comes as its own release
 * @see https://cyclonedx.org/docs/1.5/json/
 */
export function writeSbom(modules: readonly GoModule[] = []): string {
  const parent = mkdtempSync(join(tmpdir(), 'errata-sbom-'))
  // npm calls the application like its folder.
  const folder = join(parent, 'errata')
  try {
    writeManifests(folder)
    const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
    const written = bom.parse(
      JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })),
    )
    const components = [...written.components, ...modules.map(toComponent)]
    return `${JSON.stringify({ ...written, components }, null, 2)}\n`
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function toComponent({ path, version }: GoModule) {
  const purl = `pkg:golang/${path}@${version}`
  return { 'bom-ref': purl, type: 'library', name: path, version, purl }
}

/** `node .ci/release/write-sbom.ts [COLLECTOR] > errata.cdx.json` */
if (import.meta.main) process.stdout.write(writeSbom(argv[2] === undefined ? [] : listGoModules(argv[2])))
