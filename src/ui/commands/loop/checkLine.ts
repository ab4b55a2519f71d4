import { type Shown, shellLine } from '../../../text/agentText.ts';

export interface EditorKey {
  path: string;
  /** First 8 hex digits of the key's SHA-256. */
  fingerprint: string;
}

/**
 * One line for a terminal where the loop runs, in its repository: says which key file counts there and whether it
 * checks the newest line of the inbox. Python's standard library only, since that is what loops have.
 */
export function checkLine(
  loopId: string,
  key: EditorKey,
  platform: NodeJS.Platform = process.platform,
): Shown<'clipboard'> {
  // Windows PowerShell drops double quotes on their way to a program, sh makes single ones long.
  const quote = platform === 'win32' ? "'" : '"';
  const script = SCRIPT.replaceAll('~~', quote);
  const python = platform === 'win32' ? 'python' : 'python3';
  return shellLine([python, '-c', script, loopId, key.fingerprint, key.path], platform);
}

const SCRIPT = [
  'import hashlib,hmac,json,os,pathlib,sys',
  '_,loop,mark,where=sys.argv',
  'file=pathlib.Path(os.environ.get(~~LOOPCAPTAIN_INBOX_KEY~~) or ~~~/.config/loopcaptain/inbox.key~~).expanduser()',
  'key=bytes.fromhex(file.read_text().strip()) if file.is_file() else None',
  'here=hashlib.sha256(key).hexdigest()[:8] if key else ~~no key~~',
  'inbox=pathlib.Path(~~.loops~~,loop,~~inbox.jsonl~~)',
  'lines=[line for line in inbox.read_bytes().decode().split(chr(10)) if line.strip()] if inbox.is_file() else []',
  'entry=json.loads(lines[-1]) if lines else {}',
  'sig=str(entry.pop(~~sig~~,~~~~))',
  'text=json.dumps(entry,sort_keys=True,separators=(~~,~~,~~:~~),ensure_ascii=False)',
  'good=bool(key) and entry.get(~~loop~~)==loop and hmac.compare_digest(hmac.new(key,text.encode(),hashlib.sha256).hexdigest(),sig)',
  'print(~~here:  ~~,file,here)',
  'print(~~editor:~~,where,mark)',
  'print(~~newest entry:~~,entry.get(~~id~~,~~none~~),~~checks~~ if good else ~~DOES NOT CHECK~~)',
].join('; ');
