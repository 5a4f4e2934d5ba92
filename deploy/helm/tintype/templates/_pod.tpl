{{/* Names are short enough for Kubernetes with "-background" behind them. */}}
{{- define "tintype.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tintype.labels" -}}
app.kubernetes.io/name: tintype
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* A Deployment. Its values are those of the part: root, part, roles, values. */}}
{{- define "tintype.deployment" -}}
{{- $root := .root -}}
{{- $name := include "tintype.name" $root -}}
{{- $noSandbox := .noSandbox -}}
{{- $sharedMemory := .sharedMemory -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}-{{ .part }}
  labels:
    {{- include "tintype.labels" . | nindent 4 }}
spec:
  {{- if not .scaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "tintype.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "tintype.labels" . | nindent 8 }}
    spec:
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      serviceAccountName: {{ $name }}
      automountServiceAccountToken: false
      # What runs may finish, after the pause in which balancers notice, and with some time to close.
      terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds 25 }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          {{- if .seccompProfile }}
          type: Localhost
          localhostProfile: {{ .seccompProfile | quote }}
          {{- else }}
          type: RuntimeDefault
          {{- end }}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "tintype.labels" . | nindent 14 }}
      {{- with .browsers }}
      {{- if .ports }}
      # They start before the worker, and end after it.
      initContainers:
        {{- include "tintype.browsers" (dict "root" $root "browsers" . "noSandbox" $noSandbox "sharedMemory" $sharedMemory) | nindent 8 }}
      {{- end }}
      {{- end }}
      containers:
        - name: tintype
          image: {{ include "tintype.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          env:
            {{- include "tintype.env" . | nindent 12 }}
          ports:
            - name: http
              containerPort: 3000
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop: [ALL]
          lifecycle:
            preStop:
              exec:
                command: [sleep, '5']
          startupProbe:
            httpGet:
              path: /health
              port: http
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet:
              path: /health
              port: http
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet:
              path: /ready
              port: http
            periodSeconds: 5
            timeoutSeconds: 12
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
            {{- if .sharedMemory }}
            - name: shm
              mountPath: /dev/shm
            {{- end }}
      volumes:
        - name: data
          emptyDir: {}
        - name: tmp
          emptyDir: {}
        {{- if .sharedMemory }}
        - name: shm
          emptyDir:
            medium: Memory
            sizeLimit: {{ .sharedMemory }}
        {{- end }}
{{- end -}}

{{- define "tintype.image" -}}
"{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
{{- end -}}

{{/* Browsers with a debugging port each, that look as those that Tintype starts. */}}
{{- define "tintype.browsers" -}}
{{- $root := .root -}}
{{- $resources := .browsers.resources -}}
{{- $noSandbox := .noSandbox -}}
{{- $sharedMemory := .sharedMemory -}}
{{- range .browsers.ports }}
- name: browser-{{ . }}
  image: {{ include "tintype.image" $root }}
  imagePullPolicy: {{ $root.Values.image.pullPolicy }}
  restartPolicy: Always
  command: [tini, '--', /usr/lib/chromium/chromium-headless-shell]
  args:
    - --headless
    - --remote-debugging-port={{ . }}
    - --user-data-dir=/tmp/browser
    - --proxy-server=socks5://127.0.0.1:1
    - --proxy-bypass-list=<-loopback>
    - '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
    - --force-webrtc-ip-handling-policy=disable_non_proxied_udp
    - --disable-quic
    - --force-color-profile=srgb
    - --hide-scrollbars
    - --lang=en-US
    - --disable-checker-imaging
    - --mute-audio
    {{- if $noSandbox }}
    - --no-sandbox
    {{- end }}
  securityContext:
    allowPrivilegeEscalation: false
    capabilities:
      drop: [ALL]
  startupProbe:
    exec:
      command: {{ include "tintype.browserProbe" . }}
    periodSeconds: 2
    timeoutSeconds: 5
    failureThreshold: 30
  livenessProbe:
    exec:
      command: {{ include "tintype.browserProbe" . }}
    periodSeconds: 20
    timeoutSeconds: 10
    failureThreshold: 3
  resources:
    {{- toYaml $resources | nindent 4 }}
  {{- if $sharedMemory }}
  volumeMounts:
    - name: shm
      mountPath: /dev/shm
  {{- end }}
{{- end }}
{{- end -}}

{{/* The port is one of 127.0.0.1, where Kubernetes itself cannot ask. */}}
{{- define "tintype.browserProbe" -}}
[node, '-e', "fetch('http://127.0.0.1:{{ . }}/json/version').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
{{- end -}}

{{- define "tintype.browserAddresses" -}}
{{- range . }}http://127.0.0.1:{{ . }},{{ end -}}
{{- end -}}

{{/* Where remote browsers are, and what goes with them. */}}
{{- define "tintype.browserEnv" -}}
{{- if .ports }}
- name: TINTYPE_BROWSERS
  value: {{ include "tintype.browserAddresses" .ports | trimSuffix "," | quote }}
{{- else if .secret }}
- name: TINTYPE_BROWSERS
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
- name: TINTYPE_EGRESS_ADDRESS
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
{{- end }}
- name: TINTYPE_PAGES_PER_BROWSER
  value: {{ .pages | quote }}
- name: TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS
  value: {{ .forAccounts | quote }}
{{- end -}}

{{- define "tintype.env" -}}
{{- $values := .root.Values -}}
- name: TINTYPE_ROLE
  value: {{ .roles | quote }}
- name: TINTYPE_STORE
  valueFrom:
    secretKeyRef:
      name: {{ $values.store.secret }}
      key: {{ $values.store.key }}
- name: TINTYPE_MASTER_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $values.masterKey.secret }}
      key: {{ $values.masterKey.key }}
- name: TINTYPE_BASE_URL
  value: {{ required "baseUrl: how clients reach the service" $values.baseUrl | quote }}
- name: TINTYPE_FILES
  value: {{ required "files: s3://<bucket>/<prefix>" $values.files | quote }}
{{- if $values.cacheFiles }}
- name: TINTYPE_CACHE_FILES
  value: {{ $values.cacheFiles | quote }}
{{- end }}
- name: TINTYPE_FILES_REDIRECT_S
  value: {{ $values.filesRedirectSeconds | quote }}
{{- if $values.s3.endpoint }}
- name: TINTYPE_S3_ENDPOINT
  value: {{ $values.s3.endpoint | quote }}
{{- end }}
{{- if $values.s3.region }}
- name: TINTYPE_S3_REGION
  value: {{ $values.s3.region | quote }}
{{- end }}
{{- if $values.s3.secret }}
- name: TINTYPE_S3_ACCESS_KEY_ID
  valueFrom:
    secretKeyRef:
      name: {{ $values.s3.secret }}
      key: accessKeyId
- name: TINTYPE_S3_SECRET_ACCESS_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $values.s3.secret }}
      key: secretAccessKey
{{- end }}
- name: TINTYPE_LOG_FORMAT
  value: json
- name: TINTYPE_DRAIN_TIMEOUT_S
  value: {{ $values.drainSeconds | quote }}
{{- if .concurrency }}
- name: TINTYPE_CONCURRENCY
  value: {{ .concurrency | quote }}
{{- end }}
{{- if .noSandbox }}
- name: TINTYPE_NO_SANDBOX
  value: '1'
{{- end }}
{{- with .browsers }}
{{- if .ports }}
{{ include "tintype.browserEnv" . }}
{{- else if .secret }}
{{ include "tintype.browserEnv" . }}
{{- end }}
{{- end }}
{{- with $values.env }}
{{ toYaml . }}
{{- end }}
{{- end -}}
