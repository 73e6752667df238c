/** Ruling 33: the purposes of a one-time code. */
export const codeScenes = [
  'verif_bind_phone',
  'verif_bind_email',
  'verif_change_phone',
  'verif_change_email',
  'verif_verify_phone',
  'verif_verify_email',
  'verif_reset_password',
  'verif_signin',
  'verif_signup',
] as const
export type CodeScene = (typeof codeScenes)[number]

/** Specification section 7, POST /verif/code. */
export const codeChannels = ['sms', 'whatsapp', 'email'] as const
export type CodeChannel = (typeof codeChannels)[number]
