import { subjectState } from '../../../audit/state.ts'

export const credentialAudit = subjectState(
  'credentials',
  `select key, mode, type, scene as default_scene, system_id, sealed_secret as "!secret", sealed_password as "!password"
    from credential where account_id = $1 and id::text = $2`,
)
