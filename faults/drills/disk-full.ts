/**
 * The disk of uploaded files becomes full: a file system of 2 MB in memory, where this machine lets us mount one, else handles of files that refuse
 * after as much. Whoever uploads is told to come again, the log says why, nothing half-written is left, and the rest goes on.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aPdf } from '../../test/helper/files.ts'
import { atLeast, type Circumstances, type Drill, exactly, none } from '../drill.ts'
import { callersOf } from '../fixtures/calls.ts'
import { untilServed } from '../fixtures/load.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const megabytes = 2
const fileBytes = 300_000

async function aSmallDisk(at: Circumstances): Promise<{ folder: string; isReal: boolean }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-drill-disk-'))
  at.after(() => rm(folder, { recursive: true, force: true }))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status === 0) at.after(() => spawnSync('umount', [folder]))
  return { folder, isReal: status === 0 }
}

export const diskFull: Drill = {
  promise:
    'the disk of uploaded files is full: 503 with Retry-After and a line of the log, nothing half-written, the rest goes on',
  short: 'with control',
  control: {
    without: 'without telling a full disk from a fault',
    breaks: 'answers other than 201 and 503 with Retry-After',
    edits: [
      {
        file: 'src/kernel/storage/disk.ts',
        from: "!['ENOSPC', 'EDQUOT'].includes",
        to: "['ENOSPC', 'EDQUOT'].includes"
      }
    ]
  },
  async run(at) {
    const { folder, isReal } = await aSmallDisk(at)
    const url = await at.database()
    const stage = await aStage(at, url)
    const server = await aServer(at, {
      env: {
        DATABASE_URL: url,
        ROLES: 'web',
        STORAGE_URL: `file:${path.join(folder, 'files')}`,
        FAULTS_DISK_BYTES: String(megabytes * 1_048_576)
      },
      preload: isReal ? [] : ['./quota.js']
    })
    const token = await stage.tokenOf('ADMIN')
    const caller = callersOf(server.port)
    at.after(() => caller.close())
    const statuses: { status: number; retryAfter: string | null }[] = []
    for (let n = 0; n < 12; n += 1) {
      const { body } = await caller.ask({
        path: '/api/Storage/access-token?fileName=umowa.pdf&folder=documents',
        token
      })
      const { blobUri, container, blobName, sasKey, contentType } = body.data
      const { pathname, search } = new URL(`${blobUri}/${container}/${blobName}?${sasKey}`)
      const answer = await fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, {
        method: 'PUT',
        headers: { 'content-type': contentType, 'x-ms-blob-type': 'BlockBlob' },
        body: new Uint8Array(Buffer.concat([aPdf(), Buffer.alloc(fileBytes)]))
      })
      await answer.text()
      statuses.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
    }
    const stored = statuses.filter(({ status }) => status === 201).length
    const refused = statuses.filter(({ status, retryAfter }) => status === 503 && retryAfter === '60').length
    const entries = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true })
    const served = await untilServed(() => caller.ask({ path: '/api/Admin/Orders?limit=1', token }))
    return [
      none('answers other than 201 and 503 with Retry-After', statuses.length - stored - refused),
      atLeast('stored', stored, 1),
      atLeast('refused', refused, 1),
      exactly('lines of the log', server.output().split('files: the disk is full').length - 1, refused),
      exactly('files', entries.filter(entry => entry.isFile()).length, stored),
      exactly('another call served', Number(Number.isFinite(served)), 1)
    ]
  }
}
