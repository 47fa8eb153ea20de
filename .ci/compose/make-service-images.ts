import { createHash, hash } from 'node:crypto'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Docker } from '../../test/compose/docker.ts'
import { runCommand } from '../../test/compose/run-command.ts'
import { importImage, isCurrent, standInVersion } from './import-image.ts'

const root = dirname(dirname(import.meta.dirname))

/**
 * Makes a stand-in for the official Collector image from the binary that `npm start` uses too: FROM scratch as the official one,
 * with its user, its path and its entry point, so that what does not work there does not work here.
 */
export async function makeCollectorImage(docker: Docker, image: string, say: (line: string) => void): Promise<void> {
  const printed = await runCommand(process.execPath, ['collector/main.ts'], { cwd: root, visible: true })
  const binary = printed.split('\n').at(-1) ?? ''
  const { size, mtimeMs } = await stat(binary)
  const version = `${size} ${mtimeMs}`
  if (await isCurrent(docker, image, version)) return

  say(`Making a stand-in for ${image} around ${binary}…`)
  await withFolder('errata-otelcol-', async folder => {
    await mkdir(join(folder, 'etc/otelcol-contrib'), { recursive: true })
    await copyFile(binary, join(folder, 'otelcol-contrib'))
    await importImage(docker, {
      image,
      version,
      folder,
      changes: [
        'USER 10001:10001',
        'ENTRYPOINT ["/otelcol-contrib"]',
        'CMD ["--config", "/etc/otelcol-contrib/config.yaml"]',
        'EXPOSE 4317 4318 55679',
      ],
    })
  })
}

/** Files of other rooms that engine/ imports. */
export const ENGINE_IMPORTS = ['supervisor/make-folder.ts', 'store/schema/tables/table-names.ts']

/** The packages that it imports or loads, and what these depend on. */
export const ENGINE_PACKAGES = ['chdb', '@chdb', 'ffi-rs', '@yuuang', 'zod']

/** Makes a stand-in for the ClickHouse server's image: engine/ on chDB, on top of the stand-in for the Node image. */
export async function makeClickhouseImage(
  docker: Docker,
  { image, base }: { readonly image: string; readonly base: string },
  say: (line: string) => void,
): Promise<void> {
  const imported = await Promise.all(ENGINE_IMPORTS.map(file => readFile(join(root, file), 'utf8')))
  const ours = `${await folderHash(join(root, 'engine'))} ${hash('sha256', [...ENGINE_PACKAGES, ...imported].join('\n'))}`
  const version = `${await standInVersion(docker, base)} ${ours}`
  if (await isCurrent(docker, image, version)) return

  say(`Making a stand-in for ${image} from engine/ and chDB…`)
  await withFolder('errata-clickhouse-', async folder => {
    const app = join(folder, 'opt/errata')
    await mkdir(join(folder, 'var/lib/clickhouse'), { recursive: true })
    await mkdir(join(app, 'node_modules'), { recursive: true })
    await cp(join(root, 'engine'), join(app, 'engine'), { recursive: true })
    await copyFile(join(root, 'package.json'), join(app, 'package.json'))
    for (const file of ENGINE_IMPORTS) await cp(join(root, file), join(app, file))
    await copyFile(join(import.meta.dirname, 'stand-in-clickhouse.ts'), join(app, 'stand-in-clickhouse.ts'))
    for (const name of ENGINE_PACKAGES) {
      await cp(join(root, 'node_modules', name), join(app, 'node_modules', name), { recursive: true })
    }
    // The official image lets any user write its data.
    await runCommand('chmod', ['0777', join(folder, 'var/lib/clickhouse')])
    await layer(docker, { image, version, base, folder })
  })
}

/** A layer on top of an image, made without a build: its files are copied into a container, which becomes the image. */
async function layer(
  docker: Docker,
  { image, version, base, folder }: { image: string; version: string; base: string; folder: string },
): Promise<void> {
  const container = await docker.docker(['create', base])
  try {
    await docker.docker(['cp', '-a', `${folder}/.`, `${container}:/`])
    const changes = [
      'USER 101:101',
      'EXPOSE 8123',
      'VOLUME /var/lib/clickhouse',
      'ENTRYPOINT ["node", "/opt/errata/stand-in-clickhouse.ts"]',
      'CMD []',
      `LABEL errata.stand-in="${version}"`,
    ]
    await docker.docker(['commit', ...changes.flatMap(change => ['--change', change]), container, image])
  } finally {
    await docker.docker(['rm', container])
  }
}

async function withFolder(prefix: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function folderHash(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) hash.update(file.slice(folder.length)).update(await readFile(file))
  hash.update(await readFile(join(import.meta.dirname, 'stand-in-clickhouse.ts')))
  return hash.digest('hex')
}
