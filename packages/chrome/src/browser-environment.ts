/** What the browser's environment is made of. */
export interface BrowserEnvironmentOptions {
  /** The environment of this process, from which a few names are taken. */
  env: Readonly<Record<string, string | undefined>>;
  /** Stands for the home of the user that the browser runs as. */
  profileDir: string;
  tmpDir: string;
  /** Folder with libraries that the system lacks. */
  libraryDir?: string | undefined;
  /** A fontconfig file, where the system has no fonts of its own. */
  fontconfigFile?: string | undefined;
}

/**
 * Names that a browser may see. Everything else stays with us: the environment of a service holds its secrets, and a page that
 * breaks out of Chromium would read them first.
 */
const PASSED_ON =
  /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_DATA_DIRS|XDG_DATA_HOME|VK_\w+|__EGL\w*|LIBGL_\w+|MESA_\w+|NVIDIA_\w+|SystemRoot|windir|SystemDrive|ProgramData|ProgramFiles|ProgramFiles\(x86\)|CommonProgramFiles|NUMBER_OF_PROCESSORS|PROCESSOR_\w+)$/i;

/** The environment of the browser: little, and nothing in it leads out of its profile. */
export function browserEnvironment(options: BrowserEnvironmentOptions): Record<string, string> {
  const { env, profileDir, tmpDir, libraryDir, fontconfigFile } = options;
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && PASSED_ON.test(name)) passed[name] = value;
  }
  const own: Record<string, string> = {
    HOME: profileDir,
    // The user's own fonts stay in reach although HOME is another.
    ...(env['HOME']
      ? { XDG_DATA_HOME: passed['XDG_DATA_HOME'] ?? `${env['HOME']}/.local/share` }
      : {}),
    XDG_CONFIG_HOME: profileDir,
    XDG_CACHE_HOME: profileDir,
    USERPROFILE: profileDir,
    LOCALAPPDATA: profileDir,
    APPDATA: profileDir,
    TMPDIR: tmpDir,
    TMP: tmpDir,
    TEMP: tmpDir,
  };
  if (libraryDir) {
    own['LD_LIBRARY_PATH'] = [passed['LD_LIBRARY_PATH'], libraryDir].filter(Boolean).join(':');
  }
  if (fontconfigFile) own['FONTCONFIG_FILE'] = fontconfigFile;
  return { ...passed, ...own };
}
