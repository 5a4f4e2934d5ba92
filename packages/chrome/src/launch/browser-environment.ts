export interface BrowserEnvironmentOptions {
  /** The environment of this process, from which a few names are taken. */
  env: Readonly<Record<string, string | undefined>>;
  /** Replaces the home of the user that the browser runs as. */
  profileDir: string;
  tmpDir: string;
  /** It opens windows on the desktop of this user, and goes out as this user's programs do. */
  hasWindows?: boolean;
  /** Folder with libraries that the system lacks. */
  libraryDir?: string | undefined;
  /** A fontconfig file, where the system has no fonts of its own. */
  fontconfigFile?: string | undefined;
}

/** Names that a browser may see: the environment of a service holds its secrets. */
const PASSED_ON =
  /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_DATA_DIRS|XDG_DATA_HOME|VK_\w+|__EGL\w*|LIBGL_\w+|MESA_\w+|NVIDIA_\w+|SystemRoot|windir|SystemDrive|ProgramData|ProgramFiles|ProgramFiles\(x86\)|CommonProgramFiles|NUMBER_OF_PROCESSORS|PROCESSOR_\w+)$/i;

/** Variables for the desktop, and for the network if that is reached through a proxy. */
const OF_THE_DESKTOP =
  /^(DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_RUNTIME_DIR|XDG_SESSION_TYPE|(HTTPS?|ALL|NO)_PROXY)$/i;

/** The environment of the browser: minimal, and every path in it is inside its profile. */
export function browserEnvironment(options: BrowserEnvironmentOptions): Record<string, string> {
  const { env, profileDir, tmpDir, hasWindows = false, libraryDir, fontconfigFile } = options;
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (PASSED_ON.test(name) || (hasWindows && OF_THE_DESKTOP.test(name))) passed[name] = value;
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
  // Xlib looks for it in HOME, which is another here.
  if (hasWindows && env['HOME']) {
    own['XAUTHORITY'] = passed['XAUTHORITY'] ?? `${env['HOME']}/.Xauthority`;
  }
  if (fontconfigFile) own['FONTCONFIG_FILE'] = fontconfigFile;
  return { ...passed, ...own };
}
