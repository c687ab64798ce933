/** Settings of uploaded files: where they are kept, how large they may be, who looks through them. A part of the schema. */
import { Type } from '@sinclair/typebox'

export const fileSettings = {
  storageUrl: Type.String({
    description:
      'Where uploaded files are kept: `file:` in DATA_DIR/files, `file:/srv/opony` in another folder, or `azure:` and the ' +
      'connection string of an Azure storage account with its key.',
    default: 'file:',
    pattern: '^(file:[^\\0]*|azure:\\S+=\\S+)$',
    patternSays: 'file:, file:/folder, or azure: and a connection string',
    secret: true
  }),
  storageContainer: Type.String({
    description: 'Container of the files in Azure Blob Storage; made at the first use.',
    default: 'opony',
    pattern: '^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$',
    patternSays: '3 to 63 small letters, digits and single hyphens'
  }),
  uploadMaxMb: Type.Integer({
    description: 'Largest file that may be uploaded, in megabytes (of 1,048,576 bytes).',
    default: 20,
    minimum: 1,
    maximum: 500
  }),
  uploadAccountMb: Type.Integer({
    description:
      'Most megabytes of uploaded files of one account that no record names yet. They go after a day, or are recorded.',
    default: 400,
    minimum: 1,
    maximum: 100_000
  }),
  scannerUrl: Type.String({
    description:
      'Scanner that looks through each uploaded file before it can be recorded: ClamAV’s clamd, as clamd://host:3310 or clamd:/run/clamav/clamd.ctl. ' +
      'Empty: none. While it cannot be reached, uploads are refused.',
    default: '',
    pattern: '^clamd:(//[^/\\s:]+(:\\d{1,5})?|/[^\\s]+)$',
    patternSays: 'clamd://host:3310 or clamd:/path of its socket'
  }),
  backupUrl: Type.String({
    description:
      'Where `npm run backup` writes to and `npm run restore` reads from: `file:/srv/backup` for a folder, ' +
      '`s3:https://KEY:SECRET@host/bucket?region=…` for a bucket that speaks S3, or `azure:` and the connection string of an Azure storage ' +
      'account with its key. Empty: the commands are told by `--to` and `--from`.',
    default: '',
    pattern: '^(file:[^\\0]+|s3:https?://[^\\s:@/]+:[^\\s@/]+@[^\\s/]+/\\S+|azure:\\S+=\\S+)$',
    patternSays: 'file:/folder, s3:https://KEY:SECRET@host/bucket, or azure: and a connection string',
    secret: true
  }),
  backupContainer: Type.String({
    description: 'Container of the backups in Azure Blob Storage, of their own; made at the first use.',
    default: 'opony-backup',
    pattern: '^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$',
    patternSays: '3 to 63 small letters, digits and single hyphens'
  }),
  postgresBin: Type.String({
    description:
      'Folder with pg_dump and pg_restore for backups, such as /usr/lib/postgresql/17/bin: at least of the version of the server. Empty: those ' +
      'of PATH.',
    default: ''
  })
}
