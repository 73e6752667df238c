import { servesCalls } from '../kit/role.ts'
import type { Config } from './config.ts'

/** Warns the operator of several processes of what this one does not share with the others. */
export function cautionsOf({ role, s3, publicUrl }: Pick<Config, 'role' | 's3' | 'publicUrl'>): readonly string[] {
  if (role === 'all') return []
  const files = 'files are in the DATA_DIR of this process alone; set S3_BUCKET, or let all processes share one files/'
  const links = 'PUBLIC_URL is not set, so links in emails lead to this process, which serves no pages'
  return [...(s3 === null ? [files] : []), ...(publicUrl === null && !servesCalls(role) ? [links] : [])]
}
