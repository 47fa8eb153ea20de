import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Docker } from '../../test/compose/docker.ts'
import { runCommand } from '../../test/compose/run-command.ts'
import { importImage, isCurrent } from './import-image.ts'
import { cacheDir } from './start-docker.ts'

const suite = 'bookworm'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Makes a stand-in for the official Node image from Debian's packages and the Node that this repository pins: same Debian, same user,
 * same places. It also knows this machine's certificates and npm registry, which an official image here could not be told without a
 * change to the Dockerfile.
 */
export async function makeBaseImage(docker: Docker, image: string, say: (line: string) => void): Promise<void> {
  const node = createRequire(import.meta.url).resolve('node/bin/node')
  const npm = dirname(dirname(await realpath(await runCommand('sh', ['-c', 'command -v npm']))))
  const registry = await runCommand('npm', ['config', 'get', 'registry'])
  const version = [suite, await runCommand(node, ['--version']), await fileHash(machineCertificates()), registry].join(
    ' ',
  )
  if (await isCurrent(docker, image, version)) return

  say(`Making a stand-in for ${image} with debootstrap (about a minute)…`)
  const rootfs = await debianFolder()
  const folder = await mkdtemp(join(tmpdir(), 'errata-node-'))
  try {
    await runCommand('cp', ['-a', `${rootfs}/.`, folder])
    for (const each of ['usr/local/lib/node_modules', 'home/node']) await mkdir(join(folder, each), { recursive: true })
    await copyFile(node, join(folder, 'usr/local/bin/node'))
    await cp(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
    for (const name of ['npm', 'npx']) {
      await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name))
    }
    await appendFile(join(folder, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
    await appendFile(join(folder, 'etc/group'), 'node:x:1000:\n')
    if (existsSync(machineCertificates())) await copyFile(machineCertificates(), join(folder, certificates))
    await importImage(docker, {
      image,
      version,
      folder,
      changes: [
        'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        `ENV NODE_EXTRA_CA_CERTS=${certificates}`,
        `ENV npm_config_registry=${registry}`,
        'CMD ["node"]',
      ],
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A minimal Debian in the cache folder, made once. */
async function debianFolder(): Promise<string> {
  const folder = join(cacheDir, `debian-${suite}`)
  const done = join(folder, '.complete')
  if (existsSync(done)) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(cacheDir, { recursive: true })
  const include = '--include=ca-certificates,wget'
  await runCommand('debootstrap', ['--variant=minbase', include, suite, folder, 'http://deb.debian.org/debian'])
  await rm(join(folder, 'var/cache/apt/archives'), { recursive: true, force: true })
  await writeFile(done, '')
  return folder
}

function machineCertificates(): string {
  return process.env['NODE_EXTRA_CA_CERTS'] || process.env['SSL_CERT_FILE'] || certificates
}

async function fileHash(path: string): Promise<string> {
  if (!existsSync(path)) return ''
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
